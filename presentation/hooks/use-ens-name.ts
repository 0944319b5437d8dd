import type { Namespace } from '../../domain/caip/namespace.js';
import { useConnectionStatus } from './use-connection-status.js';
import { useRead } from './use-read.js';

/** Parameters of {@link useEnsName}. */
export interface EnsNameParameters {
  /** Nothing is read while undefined. */
  readonly address?: string | undefined;
  /** Default: the active one. */
  readonly namespace?: Namespace | undefined;
}

/**
 * Reads the primary name and the avatar of an address; `data` is `null` if the address has no name. Results are cached for five minutes.
 * @see https://docs.ens.domains/ensip/19
 * @example const { data } = useEnsName({ address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', namespace: 'eip155' }); // data?.name
 */
export const useEnsName = ({ address, namespace: requestedNamespace }: EnsNameParameters) => {
  const { activeNamespace } = useConnectionStatus();
  const namespace = requestedNamespace ?? activeNamespace;
  return useRead('useEnsName', ({ lookUpName }) => lookUpName, address === undefined ? null : { address, namespace });
};
