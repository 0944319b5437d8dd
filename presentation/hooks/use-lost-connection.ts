import type { Latchkey } from '../../application/latchkey.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { LostConnection } from '../../domain/connection/connection-state.js';
import { useObservable } from './use-observable.js';
import { type NamespaceInput, watchConnection } from './watch-connection.js';

const watch = (client: Latchkey, namespace: Namespace | undefined) =>
  watchConnection(client, ({ lost, activeNamespace }): LostConnection | null => lost[namespace ?? activeNamespace] ?? null);

/**
 * Returns the connection that a remote wallet ended, or that expired or was lost; `null` if there is none. It is cleared when a wallet
 * connects or the user disconnects. `wallet` is the one to pair with again.
 * @example
 * const lost = useLostConnection();
 * const { pair } = usePairWallet();
 * lost && <button onClick={() => pair(lost.wallet && { wallet: lost.wallet })}>Reconnect {lost.name}</button>
 */
export const useLostConnection = ({ namespace }: NamespaceInput = {}): LostConnection | null =>
  useObservable('useLostConnection', watch, namespace);
