import type { ReactElement } from 'react';
import type { WalletPlatform } from '../../../domain/directory/wallet-platforms.js';
import { Tabs } from '../../components/tabs.js';
import { useMessages } from '../../hooks/use-messages.js';
import type { Messages } from '../../messages/en.js';

/** What a tab is called. */
const labelOf = (platform: WalletPlatform, m: Messages): string => {
  switch (platform) {
    case 'mobile':
    case 'qrcode':
      return m.platformMobile;
    case 'web':
      return m.platformWeb;
    case 'desktop':
      return m.platformDesktop;
    default:
      return m.platformBrowser;
  }
};

/** Id of the panel that a tab shows. */
export const panelId = (platform: WalletPlatform): string => `lk-panel-${platform}`;

/** The tabs. */
export interface PlatformTabsProps {
  readonly platforms: readonly WalletPlatform[];
  readonly picked: WalletPlatform;
  readonly onPick: (platform: WalletPlatform) => void;
}

/** The ways to connect a wallet as tabs. */
export const PlatformTabs = ({ platforms, picked, onPick }: PlatformTabsProps): ReactElement => {
  const m = useMessages();
  // A code in the place of a link that opened nothing belongs to the phone's tab.
  const selected = platforms.includes(picked) ? picked : platforms.find((each) => each === 'mobile');
  return (
    <Tabs
      label={m.platforms}
      tabs={platforms.map((id) => ({ id, label: labelOf(id, m) }))}
      selected={selected}
      controls={panelId(picked)}
      onPick={onPick}
    />
  );
};
