import type { ReactElement } from 'react';
import { type CustomWalletLink, customWalletLinks } from '../../../domain/directory/custom-wallets.js';
import { ExternalLink } from '../../components/external-link.js';
import { Icon } from '../../components/icon.js';
import { Picture } from '../../components/picture.js';
import { useConnectors } from '../../hooks/use-connectors.js';
import { useLatchkey } from '../../hooks/use-latchkey.js';
import { useOptions } from '../../hooks/use-options.js';
import { useTrack } from '../../hooks/use-track.js';

/** Returns the app's custom wallets that are not connectors, with their links for this device. */
export const useCustomWallets = (): readonly CustomWalletLink[] => {
  const { customWallets = [] } = useOptions();
  const connectors = useConnectors();
  const { platform } = useLatchkey().browser;
  return customWalletLinks(customWallets, connectors, platform);
};

/** Row of a custom wallet: a link to it. */
export const CustomWalletRow = ({ wallet, href }: CustomWalletLink): ReactElement => {
  const { platform } = useLatchkey().browser;
  const track = useTrack();
  return (
    <ExternalLink
      className="row"
      href={href}
      onClick={() => track('SELECT_WALLET', { name: wallet.name, platform: platform.mobile ? 'mobile' : 'web' })}
    >
      <Picture src={wallet.image_url} name={wallet.name} />
      <bdi>{wallet.name}</bdi>
      <Icon name="external" />
    </ExternalLink>
  );
};
