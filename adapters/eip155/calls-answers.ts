import {
  array,
  integer,
  maxLength,
  maxValue,
  minValue,
  nonEmpty,
  number,
  object,
  optional,
  picklist,
  pipe,
  regex,
  string,
  transform,
  union,
  unknown,
} from 'valibot';
import type { CallsStatus, Capabilities } from '../../application/ports/wallet-calls.js';
import type { ChainId } from '../../domain/caip/caip-2.js';
import { readWalletAnswer } from '../../domain/errors/wallet-error.js';
import { fromHexChainId } from '../../domain/network/hex-chain-id.js';
import { flagSchema, isObject, lenient } from '../../domain/wire.js';
import { quantitySchema } from './node-call.js';

/** Longest id of a batch. @see https://eips.ethereum.org/EIPS/eip-5792#wallet_sendcalls */
const MAX_ID_LENGTH = 4_096;
/** What the first form of the standard says in words. */
const WORDS = { PENDING: 100, CONFIRMED: 200 } as const;

type Members = Readonly<Record<string, unknown>>;

const isTable = (value: unknown): value is Members => isObject(value) && !Array.isArray(value);

const idSchema = pipe(string(), nonEmpty(), maxLength(MAX_ID_LENGTH));
// Bare as the first form of the standard had it.
const callsIdSchema = union([
  idSchema,
  pipe(
    object({ id: idSchema }),
    transform(({ id }) => id),
  ),
]);

/** Reads the id of a batch. @throws LatchkeyError `wallet/invalid-response` */
export const readCallsId = (answer: unknown, method: string): string => readWalletAnswer(callsIdSchema, answer, method);

const receiptSchema = object({
  transactionHash: pipe(string(), regex(/^0x[0-9a-f]{64}$/i)),
  blockNumber: quantitySchema,
  status: optional(unknown()),
});

const callsStatusSchema = object({
  id: lenient(string()),
  chainId: optional(unknown()),
  status: union([picklist(['PENDING', 'CONFIRMED']), pipe(number(), integer(), minValue(100), maxValue(999))]),
  atomic: flagSchema,
  receipts: optional(unknown()),
});

/**
 * Reads how a batch fares.
 * @throws LatchkeyError `wallet/invalid-response`
 * @see https://eips.ethereum.org/EIPS/eip-5792#wallet_getcallsstatus
 */
export const readCallsStatus = (
  answer: unknown,
  asked: { readonly id: string; readonly chainId: ChainId },
  method: string,
): CallsStatus => {
  const { id = asked.id, chainId, status: said, atomic, receipts: list } = readWalletAnswer(callsStatusSchema, answer, method);
  const receipts = (Array.isArray(list) ? readWalletAnswer(array(receiptSchema), list, method) : []).map(({ status, ...receipt }) => ({
    ...receipt,
    reverted: status === '0x0',
  }));
  // The words of the first form do not tell that all went wrong.
  const failed = typeof said === 'string' && receipts.length > 0 && receipts.every(({ reverted }) => reverted);
  const status = typeof said === 'string' ? WORDS[said] : said;
  return { id, chainId: fromHexChainId(chainId) ?? asked.chainId, status: failed ? 500 : status, atomic, receipts };
};

/**
 * Reads capabilities by chain. What a wallet says of `0x0` holds on every chain.
 * @throws Error when it is no list of chains
 * @see https://eips.ethereum.org/EIPS/eip-5792#wallet_getcapabilities
 */
export const readCapabilities = (answer: unknown, chainIds: readonly ChainId[] | undefined): Capabilities => {
  if (!isTable(answer)) throw new Error('The wallet gave no capabilities');
  const entries = Object.entries(answer).filter((entry): entry is [string, Members] => isTable(entry[1]));
  const everywhere = entries.find(([key]) => /^0x0+$/.test(key))?.[1] ?? {};
  const byChain = new Map<string, Members>((chainIds ?? []).map((chainId) => [chainId, everywhere]));
  for (const [key, capabilities] of entries) {
    const chainId = fromHexChainId(key);
    if (chainId !== null) byChain.set(chainId, { ...everywhere, ...capabilities });
  }
  return Object.fromEntries([...byChain].filter(([, capabilities]) => Object.keys(capabilities).length > 0));
};

const permissionsSchema = array(object({ parentCapability: string() }));

/**
 * Reads the methods that the site is allowed.
 * @throws LatchkeyError `wallet/invalid-response`
 * @see https://eips.ethereum.org/EIPS/eip-2255
 */
export const readPermissions = (answer: unknown, method: string): readonly string[] => [
  ...new Set(readWalletAnswer(permissionsSchema, answer, method).map(({ parentCapability }) => parentCapability)),
];
