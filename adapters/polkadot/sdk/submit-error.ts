import { LatchkeyError } from '../../../domain/errors/latchkey-error.js';

type Refusal = 'send/nonce-too-low' | 'send/expired' | 'send/insufficient-fee-funds';

/**
 * What a node says of an extrinsic that it does not take. All of it has the code 1010 (invalid) or 1014 (another one with this nonce is ahead);
 * which fault it is only the text tells, as the runtime's `InvalidTransaction` writes it or as its name.
 * @see https://paritytech.github.io/polkadot-sdk/master/sp_runtime/transaction_validity/enum.InvalidTransaction.html
 */
const REFUSALS: readonly (readonly [RegExp, Refusal])[] = [
  [/ancient ?birth/i, 'send/expired'],
  [/stale|outdated|^1014|priority is too low/i, 'send/nonce-too-low'],
  [/payment|inability to pay/i, 'send/insufficient-fee-funds'],
];

/** The node knows the extrinsic already: it was sent twice, and counts once. @see https://github.com/paritytech/polkadot-sdk/blob/master/substrate/client/rpc-api/src/author/error.rs */
const ALREADY_IMPORTED = /^1013\b|already imported/i;

/** A JSON-RPC answer, and not a connection that broke. */
const ANSWERED = /^-?\d+:/;

/** What the node's word on a broadcast means: a fault of the registry, `known` where it has the extrinsic, `lost` where it said nothing. */
export const readSubmitError = (
  error: unknown,
  { chainId, fee, balance }: { readonly chainId: string; readonly fee: bigint; readonly balance: bigint },
): LatchkeyError | 'known' | 'lost' => {
  // Whatever was thrown can be made a text.
  const said = error instanceof Error ? error.message : String(error);
  if (ALREADY_IMPORTED.test(said)) return 'known';
  if (!ANSWERED.test(said)) return 'lost';
  const code = REFUSALS.find(([pattern]) => pattern.test(said))?.[1];
  if (code === undefined) return new LatchkeyError('send/refused', { chainId, reason: said.slice(0, 200) }, { cause: error });
  return code === 'send/insufficient-fee-funds'
    ? new LatchkeyError(code, { chainId, fee: fee.toString(), balance: balance.toString() }, { cause: error })
    : new LatchkeyError(code, { chainId }, { cause: error });
};
