import * as v from 'valibot';

/** Purposes in the order in which the user guide lists them. */
export const SENT_PURPOSES = ['send', 'call', 'approval', 'batch', 'swap', 'psbt', 'cancel'] as const;

/**
 * What a transaction is for, as its list, its messages and its events name it:
 *
 * - `send`: a transfer of a coin or a token.
 * - `call`: a call of a contract, or a transaction that the app built.
 * - `approval`: allows a contract to spend a token. @see https://eips.ethereum.org/EIPS/eip-20
 * - `batch`: a batch of calls. @see https://eips.ethereum.org/EIPS/eip-5792
 * - `swap`: the exchange of one token for another.
 * - `psbt`: a Bitcoin transaction that the app built. @see https://github.com/bitcoin/bips/blob/master/bip-0174.mediawiki
 * - `cancel`: replaces a waiting transaction by one that moves nothing.
 *
 * More purposes may follow.
 */
export type SentPurpose = (typeof SENT_PURPOSES)[number];

/** The two sides of a swap, for display: symbols or ids of the tokens, and decimal amounts in whole tokens. */
export interface SwapSummary {
  readonly fromToken: string;
  readonly toToken: string;
  readonly fromAmount: string;
  readonly toAmount: string;
}

/** A sent token, for display. */
export interface SentToken {
  readonly symbol: string;
  /** Decimals of its base units. */
  readonly decimals: number;
}

const swapTextSchema = v.pipe(v.string(), v.maxLength(256));

/** Schema of a stored {@link SwapSummary}. */
export const swapSummarySchema = v.object({
  fromToken: swapTextSchema,
  toToken: swapTextSchema,
  fromAmount: swapTextSchema,
  toAmount: swapTextSchema,
});

/** Schema of a stored {@link SentToken}. */
export const sentTokenSchema = v.object({
  symbol: v.pipe(v.string(), v.nonEmpty(), v.maxLength(64)),
  decimals: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(255)),
});

/**
 * Call data of `approve`, `increaseAllowance` and `setApprovalForAll`.
 * @see https://eips.ethereum.org/EIPS/eip-20 https://eips.ethereum.org/EIPS/eip-721
 */
const APPROVALS = /^0x(?:095ea7b3|39509351|a22cb465)[0-9a-f]{128}$/i;
/** Call data of `transfer(address,uint256)`. @see https://eips.ethereum.org/EIPS/eip-20 */
const TOKEN_TRANSFER = /^0xa9059cbb[0-9a-f]{128}$/i;

/** The purpose of a transaction as far as its call data shows it; no data is a transfer. */
export const purposeOfData = (data = '0x'): 'send' | 'call' | 'approval' => {
  if (data === '' || data === '0x' || TOKEN_TRANSFER.test(data)) return 'send';
  return APPROVALS.test(data) ? 'approval' : 'call';
};
