import type { Latchkey } from '../../application/latchkey.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { Ungranted } from '../../domain/connection/connection-state.js';
import { useObservable } from './use-observable.js';
import { type NamespaceInput, watchConnection } from './watch-connection.js';

const watch = (client: Latchkey, namespace: Namespace | undefined) =>
  watchConnection(
    client,
    ({ namespaces, activeNamespace }): Ungranted | null => namespaces[namespace ?? activeNamespace]?.ungranted ?? null,
  );

/**
 * Follows what the connected wallet was asked for and does not offer: networks, and what it cannot be asked to do. `null` where
 * the wallet was asked for nothing, as an installed one is.
 * @example const cannotSign = useMissingPermissions()?.abilities.includes('sign-message');
 */
export const useMissingPermissions = ({ namespace }: NamespaceInput = {}): Ungranted | null =>
  useObservable('useMissingPermissions', watch, namespace);
