import type { Latchkey } from '../../application/latchkey.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { MissingPermissions } from '../../domain/connection/connection-state.js';
import { useObservable } from './use-observable.js';
import { type NamespaceInput, watchConnection } from './watch-connection.js';

const watch = (client: Latchkey, namespace: Namespace | undefined) =>
  watchConnection(
    client,
    ({ namespaces, activeNamespace }): MissingPermissions | null => namespaces[namespace ?? activeNamespace]?.missingPermissions ?? null,
  );

/**
 * Returns the networks and actions that the app requested and the connected wallet did not grant; `null` if nothing was requested, as with
 * an installed wallet.
 * @example const cannotSign = useMissingPermissions()?.actions.includes('sign-message');
 */
export const useMissingPermissions = ({ namespace }: NamespaceInput = {}): MissingPermissions | null =>
  useObservable('useMissingPermissions', watch, namespace);
