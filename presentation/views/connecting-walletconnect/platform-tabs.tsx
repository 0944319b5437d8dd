import type { ReactElement } from 'react';
import type { WalletPlatform } from '../../../domain/directory/wallet-platforms.js';
import { Tabs } from '../../components/tabs.js';
import { useMessages } from '../../hooks/use-messages.js';
import type { Messages } from '../../messages/en.js';

/** Label of a tab. */
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

/** Id of a tab's panel. */
export const panelId = (platform: WalletPlatform): string => `lk-panel-${platform}`;

/** Props of {@link PlatformTabs}. */
export interface PlatformTabsProps {
  readonly platforms: readonly WalletPlatform[];
  readonly picked: WalletPlatform;
  readonly onPick: (platform: WalletPlatform) => void;
}

/** Tabs of the ways to connect a wallet. */
export const PlatformTabs = ({ platforms, picked, onPick }: PlatformTabsProps): ReactElement => {
  const m = useMessages();
  // A code shown instead of a failed link belongs to the mobile tab.
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
