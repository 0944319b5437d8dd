/**
 * Why a transaction cannot be replaced:
 *
 * - `settled`: it is in a block, or can no longer be.
 * - `unknown`: it is not one of this site's, or no RPC endpoint has it any more.
 * - `kind`: a batch, a user operation, or a transaction of a type whose fee cannot be raised.
 * - `chain`: transactions of the chain cannot be replaced.
 * - `smart-account`: the bundler decides about its fees.
 * - `account`: its account is not connected.
 * - `wallet`: the wallet cannot be told which transaction to replace.
 * - `final`: it does not signal that it can be replaced (BIP-125).
 * - `spent`: another transaction spends its change.
 * - `canceled`: it cancels another one already.
 */
export type NotReplaceableReason =
  | 'settled'
  | 'unknown'
  | 'kind'
  | 'chain'
  | 'smart-account'
  | 'account'
  | 'wallet'
  | 'final'
  | 'spent'
  | 'canceled';

/** Messages of `send/not-replaceable` by reason. */
export const NOT_REPLACEABLE: Readonly<Record<NotReplaceableReason, string>> = {
  settled: 'The outcome of the transaction is already known: look it up before you send again',
  unknown: 'No RPC endpoint has the transaction any more: look it up before you send again',
  kind: 'This kind of transaction cannot be replaced: look it up in the wallet',
  chain: 'Transactions of this network cannot be replaced: look it up before you send again',
  'smart-account': 'Transactions of a smart account cannot be replaced: look it up before you send again',
  account: 'The account of the transaction is not connected: switch to it and try again',
  wallet: 'This wallet cannot replace a transaction for an app: look for it in the wallet',
  final: 'The transaction does not allow a replacement: look it up before you send again',
  spent: 'Another payment spends the change of the transaction: try again when that is settled',
  canceled: 'The transaction cancels another one already: change its fee instead',
};
