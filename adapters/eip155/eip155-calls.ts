import * as v from 'valibot';
import type { BatchCall, CallsStatus, Capabilities, Eip155Calls } from '../../application/ports/wallet-calls.js';
import { isEvmAddress } from '../../domain/account/evm-address.js';
import type { ChainId } from '../../domain/caip/caip-2.js';
import { addressOf, chainIdOf } from '../../domain/caip/caip-10.js';
import { readErrorCode } from '../../domain/errors/chain-error-codes.js';
import { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { readWalletAnswer } from '../../domain/errors/wallet-error.js';
import { fromHexChainId, toHexChainId } from '../../domain/network/hex-chain-id.js';
import { flagSchema, isObject, lenient } from '../../domain/wire.js';
import { checkRecipient } from './check-recipient.js';
import type { Eip155Requests } from './eip155-requests.js';
import { quantitySchema, toQuantity } from './node-call.js';

/** Longest id of a batch. @see https://eips.ethereum.org/EIPS/eip-5792#wallet_sendcalls */
const MAX_ID_LENGTH = 4_096;
/** What the first form of the standard says in words. */
const WORDS = { PENDING: 100, CONFIRMED: 200 } as const;

type Members = Readonly<Record<string, unknown>>;

const isTable = (value: unknown): value is Members => isObject(value) && !Array.isArray(value);

const idSchema = v.pipe(v.string(), v.nonEmpty(), v.maxLength(MAX_ID_LENGTH));
// Bare as the first form of the standard had it.
const callsIdSchema = v.union([
  idSchema,
  v.pipe(
    v.object({ id: idSchema }),
    v.transform(({ id }) => id),
  ),
]);

/** Reads the id of a batch. @throws LatchkeyError `wallet/invalid-response` */
const readCallsId = (answer: unknown, method: string): string => readWalletAnswer(callsIdSchema, answer, method);

const receiptSchema = v.object({
  transactionHash: v.pipe(v.string(), v.regex(/^0x[0-9a-f]{64}$/i)),
  blockNumber: quantitySchema,
  status: v.optional(v.unknown()),
});

const callsStatusSchema = v.object({
  id: lenient(v.string()),
  chainId: v.optional(v.unknown()),
  status: v.union([v.picklist(['PENDING', 'CONFIRMED']), v.pipe(v.number(), v.integer(), v.minValue(100), v.maxValue(999))]),
  atomic: flagSchema,
  receipts: v.optional(v.unknown()),
});

/**
 * Reads how a batch fares.
 * @throws LatchkeyError `wallet/invalid-response`
 * @see https://eips.ethereum.org/EIPS/eip-5792#wallet_getcallsstatus
 */
const readCallsStatus = (answer: unknown, asked: { readonly id: string; readonly chainId: ChainId }, method: string): CallsStatus => {
  const { id = asked.id, chainId, status: said, atomic, receipts: list } = readWalletAnswer(callsStatusSchema, answer, method);
  const receipts = (Array.isArray(list) ? readWalletAnswer(v.array(receiptSchema), list, method) : []).map(({ status, ...receipt }) => ({
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
const readCapabilities = (answer: unknown, chainIds: readonly ChainId[] | undefined): Capabilities => {
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

const permissionsSchema = v.array(v.object({ parentCapability: v.string() }));

/**
 * Reads the methods that the site is allowed.
 * @throws LatchkeyError `wallet/invalid-response`
 * @see https://eips.ethereum.org/EIPS/eip-2255
 */
const readPermissions = (answer: unknown, method: string): readonly string[] => [
  ...new Set(readWalletAnswer(permissionsSchema, answer, method).map(({ parentCapability }) => parentCapability)),
];

/** The form of a batch that is sent. @see https://eips.ethereum.org/EIPS/eip-5792#wallet_sendcalls */
const VERSION = '2.0.0';
/** The wallet does not know the chain. @see https://eips.ethereum.org/EIPS/eip-5792#error-codes */
const UNSUPPORTED_CHAIN = 5710;

const HEX = /^0x(?:[0-9a-f]{2})*$/i;

/** Batches of calls and permissions, as far as the wallet has them. */
export const eip155Calls = (requests: Eip155Requests, chainNow: () => ChainId): Eip155Calls => ({
  sendCalls: async ({ from, calls, atomicRequired = true, capabilities }, signal, late) => {
    const method = 'wallet_sendCalls';
    const chainId = chainIdOf(from);
    const batch = {
      version: VERSION,
      from: addressOf(from),
      chainId: toHexChainId(chainId),
      atomicRequired,
      calls: readBatch(calls),
      ...(capabilities === undefined ? {} : { capabilities }),
    };
    try {
      const tell = (answer: unknown): void => late?.(readCallsId(answer, method));
      return { id: readCallsId(await requests.broadcast(method, [batch], signal, tell), method) };
    } catch (cause) {
      if (isLatchkeyError(cause, 'wallet/request-failed') && readErrorCode(cause.cause) === UNSUPPORTED_CHAIN)
        throw new LatchkeyError('network/not-supported', { chainId }, { cause });
      throw cause;
    }
  },

  getCallsStatus: async ({ id }, signal): Promise<CallsStatus> => {
    const method = 'wallet_getCallsStatus';
    return readCallsStatus(await requests.read(method, signal, [id]), { id, chainId: chainNow() }, method);
  },

  showCallsStatus: async ({ id }, signal) => {
    await requests.prompt('wallet_showCallsStatus', [id], signal);
  },

  getCapabilities: async ({ account, chainIds }, signal): Promise<Capabilities> => {
    const chains = chainIds === undefined ? [] : [chainIds.map(toHexChainId)];
    try {
      return readCapabilities(await requests.read('wallet_getCapabilities', signal, [addressOf(account), ...chains]), chainIds);
    } catch {
      signal.throwIfAborted();
      return {};
    }
  },

  getPermissions: async (_request, signal) => {
    const method = 'wallet_getPermissions';
    return readPermissions(await requests.read(method, signal), method);
  },

  requestPermissions: async ({ methods }, signal) => {
    const method = 'wallet_requestPermissions';
    const asked = Object.fromEntries(methods.map((name) => [name, {}]));
    return readPermissions(await requests.prompt(method, [asked], signal), method);
  },
});

/** Specification, section 5: what a call goes to and what it carries begin with `0x`. */
const readBatch = (calls: readonly BatchCall[]): readonly Readonly<Record<string, string>>[] => {
  if (calls.length === 0) throw new LatchkeyError('config/invalid-option', { field: 'calls', fix: 'give at least one call' });
  return calls.map(({ to, value, data }, index) => {
    const field = `calls[${index}]`;
    if (to !== undefined) {
      checkRecipient(to);
      if (!to.startsWith('0x') || !isEvmAddress(to)) throw new LatchkeyError('address/invalid', { value: to, namespace: 'eip155' });
    }
    if (data !== undefined && !HEX.test(data))
      throw new LatchkeyError('config/invalid-option', { field: `${field}.data`, fix: 'write whole bytes in hex that begin with 0x' });
    if (value !== undefined && value < 0n) throw new LatchkeyError('send/invalid-amount', { value: value.toString() });
    return {
      ...(to === undefined ? {} : { to }),
      ...(value === undefined ? {} : { value: toQuantity(value) }),
      ...(data === undefined ? {} : { data }),
    };
  });
};
