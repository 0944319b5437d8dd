import type { ReactElement } from 'react';
import type { TokenBalance } from '../../../domain/tokens/token-balance.js';
import { Picture } from '../../components/picture.js';
import { useNetworkImage } from '../../components/use-network-image.js';
import { useImage } from '../../hooks/use-image.js';
import { useNetwork } from '../../hooks/use-network.js';

/** Props of {@link TokenPicture}. */
export interface TokenPictureProps {
  readonly token: Pick<TokenBalance, 'asset' | 'symbol' | 'iconUrl'>;
  /** Edge in px. Default 40. */
  readonly size?: number;
}

/** Picture of a token from the image service; of a network's coin without one, that of the network. Decorative. */
export const TokenPicture = ({ token: { asset, symbol, iconUrl }, size = 40 }: TokenPictureProps): ReactElement => {
  const { network } = useNetwork();
  const own = useImage(iconUrl === null ? null : { kind: 'url', id: iconUrl });
  const ofNetwork = useNetworkImage(network);
  return <Picture src={asset === null && iconUrl === null ? ofNetwork : own} name={symbol} size={size} round />;
};
