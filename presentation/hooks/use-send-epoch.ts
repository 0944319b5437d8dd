import type { Latchkey } from '../../application/latchkey.js';
import { useObservable } from './use-observable.js';
import { watchConnection } from './watch-connection.js';

const watch = (client: Latchkey) => watchConnection(client, ({ sendEpoch }) => sendEpoch);

/**
 * A number that grows whenever a transfer that a person is preparing is void, because the active namespace, its network or its
 * account is another one. As the `key` of a form it empties the form then. What a wallet was asked already goes on.
 * @example <SendForm key={useSendEpoch()} />
 */
export const useSendEpoch = (): number => useObservable('useSendEpoch', watch);
