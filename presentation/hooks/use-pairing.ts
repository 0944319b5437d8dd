import type { Latchkey } from '../../application/latchkey.js';
import type { PairingState } from '../../domain/connection/connection-state.js';
import { useObservable } from './use-observable.js';
import { watchConnection } from './watch-connection.js';

const watch = (client: Latchkey) => watchConnection(client, ({ pairing }) => pairing);

/**
 * Returns the pairing with a remote wallet: its URI, the URI's expiry and the wallet that was opened. The URI is a secret: display it, but
 * never log or send it.
 * @example const { wcUri, wcPairingExpiry } = usePairing();
 */
export const usePairing = (): PairingState => useObservable('usePairing', watch);
