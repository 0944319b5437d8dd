import * as v from 'valibot';
import { parseOrNull } from '../wire.js';

/** Progress of a batch of calls or a user operation, as a wallet or a bundler reports it. */
export type ReportedProgress =
  | { readonly status: 'pending' }
  | { readonly status: 'confirmed'; readonly blockNumber: bigint }
  | { readonly status: 'reverted' | 'partly-reverted' | 'dropped' };

/** Receipt of a user operation. @see https://eips.ethereum.org/EIPS/eip-7769#eth_getuseroperationreceipt */
export interface UserOperationReceipt {
  readonly success: boolean;
  /** Hash of the bundler's transaction. */
  readonly transactionHash: string;
  readonly blockNumber: bigint;
}

/** Outcomes by the hundreds digit of a status code. @see https://eips.ethereum.org/EIPS/eip-5792#status-codes-for-status-field */
const FAILURES: Readonly<Record<number, 'dropped' | 'reverted' | 'partly-reverted'>> = {
  4: 'dropped',
  5: 'reverted',
  6: 'partly-reverted',
};

/**
 * Returns the progress of a batch of calls; `null` if the report proves no outcome: the code is unknown, or the batch is called confirmed
 * without a receipt.
 */
export const callsProgressOf = ({
  status,
  receipts,
}: {
  readonly status: number;
  readonly receipts: readonly { readonly blockNumber: bigint }[];
}): ReportedProgress | null => {
  const kind = Math.floor(status / 100);
  if (kind === 1) return { status: 'pending' };
  const failure = FAILURES[kind];
  if (failure !== undefined) return { status: failure };
  const last = receipts.at(-1);
  return kind === 2 && last !== undefined ? { status: 'confirmed', blockNumber: last.blockNumber } : null;
};

/** Returns the progress of a user operation. It is pending without a receipt: a bundler drops none for good. */
export const operationProgressOf = (receipt: UserOperationReceipt | null): ReportedProgress => {
  if (receipt === null) return { status: 'pending' };
  return receipt.success ? { status: 'confirmed', blockNumber: receipt.blockNumber } : { status: 'reverted' };
};

const receiptSchema = v.pipe(
  v.object({
    success: v.boolean(),
    receipt: v.object({
      transactionHash: v.pipe(v.string(), v.regex(/^0x[0-9a-f]{64}$/i)),
      blockNumber: v.pipe(
        v.string(),
        v.regex(/^0x[0-9a-f]{1,64}$/i),
        v.transform((quantity) => BigInt(quantity)),
      ),
    }),
  }),
  v.transform(({ success, receipt }): UserOperationReceipt => ({ success, ...receipt })),
);

/** Reads the result of `eth_getUserOperationReceipt`; `undefined` if it is malformed, `null` if there is no receipt yet. */
export const readUserOperationReceipt = (result: unknown): UserOperationReceipt | null | undefined =>
  result == null ? null : (parseOrNull(receiptSchema, result) ?? undefined);

/** Tests whether an id can be the hash of a user operation. Wallets with smart accounts often use it as the id of a batch. */
export const isUserOperationHash = (id: string): boolean => /^0x[0-9a-f]{64}$/i.test(id);
