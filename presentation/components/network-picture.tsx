import type { ReactElement } from 'react';
import type { Network } from '../../domain/network/network.js';
import { Picture } from './picture.js';
import { useNetworkImage } from './use-network-image.js';

/** Props of {@link NetworkPicture}. */
export interface NetworkPictureProps {
  readonly network: Network | undefined;
  /** Default: the network's name. */
  readonly name?: string;
  /** Edge in px. Default 40. */
  readonly size?: number;
}

/** Round picture of a network. Decorative. */
export const NetworkPicture = ({ network, name = network?.name ?? '', size = 40 }: NetworkPictureProps): ReactElement => (
  <Picture src={useNetworkImage(network)} name={name} size={size} round />
);
