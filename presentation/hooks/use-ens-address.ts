import type { Namespace } from '../../domain/caip/namespace.js';
import { useConnectionStatus } from './use-connection-status.js';
import { useRead } from './use-read.js';

/** The name whose address is read. */
export interface EnsAddressParameters {
  /** Nothing is read without one. */
  readonly name?: string | undefined;
  /** Default: the active one. */
  readonly namespace?: Namespace | undefined;
}

/**
 * Reads the address that a name resolves to; `data` is `null` for a name that is free. A result is cached for five minutes.
 * @see https://docs.ens.domains/ensip/1
 * @example const { data: address } = useEnsAddress({ name: 'vitalik.eth', namespace: 'eip155' });
 */
export const useEnsAddress = ({ name, namespace: given }: EnsAddressParameters) => {
  const { activeNamespace } = useConnectionStatus();
  const namespace = given ?? activeNamespace;
  return useRead('useEnsAddress', ({ resolveName }) => resolveName, name === undefined ? null : { name, namespace });
};
