import type { Namespace } from '../../domain/caip/namespace.js';
import { useConnectionStatus } from './use-connection-status.js';
import { useRead } from './use-read.js';

/** Parameters of {@link useEnsAddress}. */
export interface EnsAddressParameters {
  /** Nothing is read while undefined. */
  readonly name?: string | undefined;
  /** Default: the active one. */
  readonly namespace?: Namespace | undefined;
}

/**
 * Resolves a name to its address; `data` is `null` if the name has none. Results are cached for five minutes.
 * @see https://docs.ens.domains/ensip/1
 * @example const { data: address } = useEnsAddress({ name: 'vitalik.eth', namespace: 'eip155' });
 */
export const useEnsAddress = ({ name, namespace: requestedNamespace }: EnsAddressParameters) => {
  const { activeNamespace } = useConnectionStatus();
  const namespace = requestedNamespace ?? activeNamespace;
  return useRead('useEnsAddress', ({ resolveName }) => resolveName, name === undefined ? null : { name, namespace });
};
