import type { ChainId } from '../../domain/caip/caip-2.js';
import { useAccount } from './use-account.js';
import { useRead } from './use-read.js';

/** Which chains of the connected EVM wallet. */
export interface CapabilitiesParameters {
  /** CAIP-2. Default: all that the wallet names. */
  readonly chainIds?: readonly ChainId[] | undefined;
}

/**
 * Reads what the connected EVM wallet can do, by CAIP-2 chain id, without asking its owner. Empty where the wallet does not know the call;
 * nothing is read while no EVM wallet is connected.
 * @see https://eips.ethereum.org/EIPS/eip-5792
 * @example const { data } = useCapabilities(); // data?.['eip155:8453']?.atomic
 */
export const useCapabilities = ({ chainIds }: CapabilitiesParameters = {}) => {
  const { isConnected, caipAddress } = useAccount({ namespace: 'eip155' });
  return useRead(
    'useCapabilities',
    ({ callWallet }) => ({
      execute: (request: { readonly account: NonNullable<typeof caipAddress>; readonly chainIds?: readonly ChainId[] }) =>
        callWallet.execute<'eip155', 'getCapabilities'>({ namespace: 'eip155', call: 'getCapabilities', request }),
    }),
    !isConnected || caipAddress === undefined ? null : { account: caipAddress, ...(chainIds === undefined ? {} : { chainIds }) },
  );
};
