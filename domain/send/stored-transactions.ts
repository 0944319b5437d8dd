import * as v from 'valibot';
import { type ChainId, isChainId, namespaceOf } from '../caip/caip-2.js';
import { type AccountId, isAccountId } from '../caip/caip-10.js';
import { type AssetId, isAssetId } from '../caip/caip-19.js';
import { filteredArrayOrEmpty, flagSchema, orNull, parseJson } from '../wire.js';
import { MAX_CALLS_ID_LENGTH } from './calls-id.js';
import { SENT_PURPOSES, sentTokenSchema, swapSummarySchema } from './sent-purpose.js';
import { SENT_KINDS, type SentTransaction, withTransaction } from './sent-transaction.js';

/** Maximum length of a hash or a recipient. */
const MAX_TEXT = 256;
/** Maximum length of a trace. */
const MAX_TRACE = 4_096;

const textSchema = v.pipe(v.string(), v.maxLength(MAX_TEXT));
const timeSchema = v.pipe(v.number(), v.safeInteger());
const amountSchema = v.pipe(
  v.string(),
  v.regex(/^\d{1,78}$/),
  v.transform((digits) => BigInt(digits)),
);
const outcomeSchema = v.variant('status', [
  v.object({ status: v.literal('confirmed'), blockNumber: amountSchema, at: timeSchema }),
  v.object({ status: v.literal('replaced'), by: v.pipe(v.string(), v.nonEmpty(), v.maxLength(MAX_TEXT)), at: timeSchema }),
  v.object({ status: v.picklist(['reverted', 'partly-reverted', 'dropped', 'refused']), at: timeSchema }),
]);

const transactionSchema = v.pipe(
  v.object({
    chainId: v.custom<ChainId>(isChainId),
    hash: v.pipe(v.string(), v.nonEmpty(), v.maxLength(MAX_CALLS_ID_LENGTH)),
    kind: v.optional(v.picklist(SENT_KINDS)),
    /** Missing in records of earlier versions. */
    purpose: v.optional(v.picklist(SENT_PURPOSES)),
    swap: orNull(swapSummarySchema),
    /** Of earlier versions, instead of `kind`. */
    isBatch: flagSchema,
    from: v.custom<AccountId>(isAccountId),
    to: v.fallback(textSchema, ''),
    value: orNull(amountSchema),
    asset: orNull(v.custom<AssetId>(isAssetId)),
    token: orNull(sentTokenSchema),
    isSmartAccount: flagSchema,
    replaces: orNull(textSchema),
    trace: orNull(v.pipe(v.string(), v.maxLength(MAX_TRACE))),
    isReplaceable: orNull(v.boolean()),
    sentAt: timeSchema,
    outcome: orNull(outcomeSchema),
    follower: orNull(v.object({ tab: textSchema, until: timeSchema })),
  }),
  v.transform(
    ({
      isBatch,
      kind = isBatch ? 'calls' : 'transaction',
      purpose = kind === 'calls' ? 'batch' : 'send',
      ...transaction
    }): SentTransaction => ({
      namespace: namespaceOf(transaction.chainId),
      kind,
      purpose,
      ...transaction,
    }),
  ),
  v.check(({ chainId, from, hash, kind }) => from.startsWith(`${chainId}:`) && (kind === 'calls' || hash.length <= MAX_TEXT)),
);

/** Serializes sent transactions. Amounts become decimal strings, because JSON has no bigint. */
export const writeTransactions = (list: readonly SentTransaction[]): string =>
  JSON.stringify(list, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));

/** Parses stored transactions, newest first. Drops invalid entries. */
export const readTransactions = (text: string | null): readonly SentTransaction[] =>
  v.parse(filteredArrayOrEmpty(transactionSchema), parseJson(text ?? '')).reduceRight<readonly SentTransaction[]>(withTransaction, []);
