import type { Latchkey } from '../../application/latchkey.js';
import type { PairingState } from '../../domain/connection/connection-state.js';
import { useObservable } from './use-observable.js';
import { watchConnection } from './watch-connection.js';

const watch = (client: Latchkey) => watchConnection(client, ({ pairing }) => pairing);

/**
 * Follows the pairing with a wallet elsewhere: its URI, until when that is valid, and which wallet was opened. The URI is a
 * secret of this page: show it, but never log or send it.
 * @example const { wcUri, wcPairingExpiry } = usePairing();
 */
export const usePairing = (): PairingState => useObservable('usePairing', watch);
