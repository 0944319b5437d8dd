import type { Latchkey } from '../../application/latchkey.js';
import { useObservable } from './use-observable.js';
import { watchConnection } from './watch-connection.js';

const watch = (client: Latchkey) => watchConnection(client, ({ sendEpoch }) => sendEpoch);

/**
 * Returns a number that increases when a transfer being prepared becomes invalid, because the active namespace, its network or its account
 * changed. As the `key` of a form it resets the form. Requests already sent to the wallet continue.
 * @example <SendForm key={useSendEpoch()} />
 */
export const useSendEpoch = (): number => useObservable('useSendEpoch', watch);
