import type { ChainId } from '../../domain/caip/caip-2.js';
import { useAccount } from './use-account.js';
import { useRead } from './use-read.js';

/** Parameters of {@link useCapabilities}. */
export interface CapabilitiesParameters {
  /** CAIP-2 ids. Default: all chains that the wallet reports. */
  readonly chainIds?: readonly ChainId[] | undefined;
}

/**
 * Reads the capabilities of the connected EVM wallet by CAIP-2 chain id, without prompting the user. `data` is empty if the wallet does not
 * support the method. Nothing is read while no EVM wallet is connected.
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
