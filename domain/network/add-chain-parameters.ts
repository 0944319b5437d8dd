import { toHexChainId } from './hex-chain-id.js';
import type { NativeCurrency, Network } from './network.js';

/** The one parameter of `wallet_addEthereumChain`. @see https://eips.ethereum.org/EIPS/eip-3085 */
export interface AddChainParameters {
  readonly chainId: string;
  readonly chainName: string;
  readonly nativeCurrency: NativeCurrency;
  readonly rpcUrls: readonly string[];
  readonly blockExplorerUrls?: readonly string[];
  readonly iconUrls?: readonly string[];
}

/**
 * Builds what `wallet_addEthereumChain` asks for. A list that would be empty is left out, since a wallet must reject
 * those. Icons are handed over only from `https:`; an id of the image service is no address.
 * @throws LatchkeyError `chain/unsupported` for a network that is no `eip155` one
 * @see https://eips.ethereum.org/EIPS/eip-3085
 */
export const addChainParameters = ({
  caipNetworkId,
  name,
  nativeCurrency,
  rpcUrls,
  blockExplorers,
  assets,
}: Network): AddChainParameters => {
  const icon = assets.imageUrl;
  return {
    chainId: toHexChainId(caipNetworkId),
    chainName: name,
    nativeCurrency: { name: nativeCurrency.name, symbol: nativeCurrency.symbol, decimals: nativeCurrency.decimals },
    rpcUrls: rpcUrls.chainDefault.http,
    ...(blockExplorers === undefined ? {} : { blockExplorerUrls: [blockExplorers.default.url] }),
    ...(icon !== undefined && /^https:\/\/[^\s/]/i.test(icon) ? { iconUrls: [icon] } : {}),
  };
};
