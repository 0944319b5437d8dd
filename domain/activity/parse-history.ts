import * as v from 'valibot';
import { type ChainId, isChainId } from '../caip/caip-2.js';
import { sanitizeName } from '../connection/connector-label.js';
import { safeWebLink } from '../directory/safe-link.js';
import { cursorSchema, filteredArray, filteredArrayOrEmpty, flagSchema, lenient, orNull } from '../wire.js';
import { type ActivityItem, OPERATIONS, type Transfer } from './activity-item.js';

/** A page of a history. */
export interface HistoryPage {
  readonly items: readonly ActivityItem[];
  /** Cursor of the next page; `null` after the last one. */
  readonly next: string | null;
}

const MAX_TRANSFERS = 256;
const MAX_TEXT_LENGTH = 512;

/** Digits with at most one decimal point, as of a token with any decimals. The direction of a transfer is its sign. */
const DECIMAL = /^\d{1,78}(?:\.\d{1,48})?$/;

const textSchema = v.pipe(v.string(), v.nonEmpty(), v.maxLength(MAX_TEXT_LENGTH));
const nameSchema = v.pipe(v.unknown(), v.transform(sanitizeName));
const urlSchema = orNull(v.pipe(v.unknown(), v.transform(safeWebLink)));
const numberSchema = orNull(v.pipe(v.number(), v.finite()));

const transferSchema = v.object({
  fungible_info: lenient(v.object({ name: nameSchema, symbol: nameSchema, icon: lenient(v.object({ url: urlSchema })) })),
  nft_info: lenient(
    v.object({
      name: nameSchema,
      content: lenient(v.object({ preview: lenient(v.object({ url: urlSchema })) })),
      flags: lenient(v.object({ is_spam: flagSchema })),
    }),
  ),
  direction: v.picklist(['in', 'out', 'self']),
  quantity: v.object({ numeric: v.pipe(v.string(), v.regex(DECIMAL)) }),
  value: numberSchema,
});

const STATUSES = {
  confirmed: 'confirmed',
  failed: 'failed',
  pending: 'pending',
  ONRAMP_TRANSACTION_STATUS_SUCCESS: 'confirmed',
  ONRAMP_TRANSACTION_STATUS_IN_PROGRESS: 'pending',
  ONRAMP_TRANSACTION_STATUS_FAILED: 'failed',
} as const;

const statusSchema = v.pipe(
  v.picklist([
    'confirmed',
    'failed',
    'pending',
    'ONRAMP_TRANSACTION_STATUS_SUCCESS',
    'ONRAMP_TRANSACTION_STATUS_IN_PROGRESS',
    'ONRAMP_TRANSACTION_STATUS_FAILED',
  ]),
  v.transform((status) => STATUSES[status]),
);

const itemSchema = v.object({
  id: textSchema,
  metadata: v.object({
    operationType: v.fallback(v.picklist(OPERATIONS), 'execute'),
    status: statusSchema,
    chain: v.custom<ChainId>(isChainId),
    minedAt: v.pipe(
      v.string(),
      v.transform((text) => Date.parse(text)),
      v.number(),
      v.finite(),
    ),
    hash: orNull(textSchema),
    sentFrom: orNull(textSchema),
    sentTo: orNull(textSchema),
  }),
  transfers: filteredArrayOrEmpty(transferSchema),
});

const transferOf = ({ fungible_info, nft_info, direction, quantity, value }: v.InferOutput<typeof transferSchema>): Transfer | null => {
  const base = { direction, quantity: quantity.numeric, valueUsd: value };
  if (nft_info !== undefined) {
    const { name, content, flags } = nft_info;
    return { ...base, kind: 'nft', name, previewUrl: content?.preview?.url ?? null, isSpam: flags?.is_spam ?? false };
  }
  if (fungible_info === undefined) return null;
  const { name, symbol, icon } = fungible_info;
  return { ...base, kind: 'fungible', name, symbol, iconUrl: icon?.url ?? null };
};

const itemOf = ({ id, metadata, transfers }: v.InferOutput<typeof itemSchema>): ActivityItem => {
  const { operationType, status, chain, minedAt, hash, sentFrom, sentTo } = metadata;
  return {
    id,
    chainId: chain,
    operation: operationType,
    status,
    hash,
    minedAtMs: minedAt,
    sentFrom,
    sentTo,
    transfers: transfers.slice(0, MAX_TRANSFERS).flatMap((transfer) => transferOf(transfer) ?? []),
  };
};

/** Reply to a request for a page of a history: invalid items are dropped, so that one of them does not hide the others. */
export const historySchema = v.pipe(
  v.object({ data: filteredArray(itemSchema), next: cursorSchema }),
  v.transform(({ data, next }): HistoryPage => ({ items: data.map(itemOf), next })),
);
