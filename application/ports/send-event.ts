/**
 * What happens to a transaction while it is sent, besides its result.
 *
 * - `waiting`: another payment of the address has to end first, in this tab or another. `resumed`: it has ended.
 * - `broadcast`: the transaction may be in the network from now on, whatever happens to this page. Emitted right before this library
 *   broadcasts a signed transaction, and when a wallet that broadcasts returns the hash. `trace` as in `TransactionProgress`.
 * - `refused`: each RPC endpoint that received it refused it, or none did: it was not sent after all.
 * - `late-broadcast`: the wallet broadcast after the signal was aborted: a prompt that the wallet already shows cannot be cancelled, and the
 *   result reaches no one. `hash` is the id of a batch of calls. `isSeparate`: requested as a replacement, and sent besides the other one.
 */
export type SendEvent =
  | { readonly type: 'waiting' }
  | { readonly type: 'resumed' }
  | { readonly type: 'broadcast'; readonly hash: string; readonly trace?: string }
  | { readonly type: 'late-broadcast'; readonly hash: string; readonly trace?: string; readonly isSeparate?: boolean }
  | { readonly type: 'refused'; readonly hash: string };

/** Receives the events of a transaction. A signature that arrives after an abort is dropped without an event. */
export type OnSendEvent = (event: SendEvent) => void;
