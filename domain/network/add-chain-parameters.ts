import { toHexChainId } from './hex-chain-id.js';
import type { NativeCurrency, Network } from './network.js';

/** Parameter of `wallet_addEthereumChain`. @see https://eips.ethereum.org/EIPS/eip-3085 */
export interface AddChainParameters {
  readonly chainId: string;
  readonly chainName: string;
  readonly nativeCurrency: NativeCurrency;
  readonly rpcUrls: readonly string[];
  readonly blockExplorerUrls?: readonly string[];
  readonly iconUrls?: readonly string[];
}

/**
 * Builds the parameter of `wallet_addEthereumChain`. Omits empty lists, which a wallet must reject, and icons without an `https:` URL
 * (ids of the image service are not URLs).
 * @throws LatchkeyError `chain/unsupported` outside of `eip155`
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
