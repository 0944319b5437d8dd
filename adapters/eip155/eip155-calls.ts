import * as v from 'valibot';
import type { BatchCall, CallsStatus, Capabilities, Eip155Calls } from '../../application/ports/wallet-calls.js';
import type { ChainId } from '../../domain/caip/caip-2.js';
import { addressOf, chainIdOf } from '../../domain/caip/caip-10.js';
import { readErrorCode } from '../../domain/errors/chain-error-codes.js';
import { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { parseWalletResponse } from '../../domain/errors/wallet-error.js';
import { fromHexChainId, toHexChainId } from '../../domain/network/hex-chain-id.js';
import { callsIdSchema } from '../../domain/send/calls-id.js';
import { checkAmountRange } from '../../domain/send/max-amount.js';
import { isUserOperationHash, readUserOperationReceipt } from '../../domain/send/reported-progress.js';
import { readWalletAssets } from '../../domain/tokens/parse-wallet-assets.js';
import { flagSchema, isObject, lenient } from '../../domain/wire.js';
import { checkRecipient } from './check-recipient.js';
import type { Eip155Requests } from './eip155-requests.js';
import { quantitySchema, toQuantity } from './rpc-call.js';

/** String statuses of the first version of the standard. */
const LEGACY_STATUS_CODES = { PENDING: 100, CONFIRMED: 200 } as const;

type JsonObject = Readonly<Record<string, unknown>>;

const isJsonObject = (value: unknown): value is JsonObject => isObject(value) && !Array.isArray(value);

/** Reads a batch id. @throws LatchkeyError `wallet/invalid-response` */
const readCallsId = (response: unknown, method: string): string => parseWalletResponse(callsIdSchema, response, method);

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

/** The string statuses of the first version have no value for a batch that failed, as a whole or in part. */
const legacyStatus = (reported: keyof typeof LEGACY_STATUS_CODES, receipts: readonly { readonly reverted: boolean }[]): number => {
  const failed = receipts.filter(({ reverted }) => reverted).length;
  if (reported === 'PENDING' || failed === 0) return LEGACY_STATUS_CODES[reported];
  return failed === receipts.length ? 500 : 600;
};

/**
 * Reads the status of a batch.
 * @throws LatchkeyError `wallet/invalid-response`
 * @see https://eips.ethereum.org/EIPS/eip-5792#wallet_getcallsstatus
 */
const readCallsStatus = (response: unknown, request: { readonly id: string; readonly chainId: ChainId }, method: string): CallsStatus => {
  const { id = request.id, chainId, status: reported, atomic, receipts: list } = parseWalletResponse(callsStatusSchema, response, method);
  const receipts = (Array.isArray(list) ? parseWalletResponse(v.array(receiptSchema), list, method) : []).map(({ status, ...receipt }) => ({
    ...receipt,
    reverted: status === '0x0',
  }));
  const status = typeof reported === 'string' ? legacyStatus(reported, receipts) : reported;
  return { id, chainId: fromHexChainId(chainId) ?? request.chainId, status, atomic, receipts };
};

/**
 * Reads capabilities by chain. Those under `0x0` apply to every chain.
 * @throws Error if the response is not an object
 * @see https://eips.ethereum.org/EIPS/eip-5792#wallet_getcapabilities
 */
const readCapabilities = (response: unknown, chainIds: readonly ChainId[] | undefined): Capabilities => {
  if (!isJsonObject(response)) throw new Error('The wallet returned no capabilities object');
  const entries = Object.entries(response).filter((entry): entry is [string, JsonObject] => isJsonObject(entry[1]));
  const allChains = entries.find(([key]) => /^0x0+$/.test(key))?.[1] ?? {};
  const byChain = new Map<string, JsonObject>((chainIds ?? []).map((chainId) => [chainId, allChains]));
  for (const [key, capabilities] of entries) {
    const chainId = fromHexChainId(key);
    if (chainId !== null) byChain.set(chainId, { ...allChains, ...capabilities });
  }
  return Object.fromEntries([...byChain].filter(([, capabilities]) => Object.keys(capabilities).length > 0));
};

/** Reads the hash of a user operation. @throws LatchkeyError `wallet/invalid-response` */
const readOperationHash = (response: unknown, method: string): string =>
  parseWalletResponse(v.pipe(v.string(), v.check(isUserOperationHash)), response, method);

const permissionsSchema = v.array(v.object({ parentCapability: v.string() }));

/**
 * Reads the methods that the app may call.
 * @throws LatchkeyError `wallet/invalid-response`
 * @see https://eips.ethereum.org/EIPS/eip-2255
 */
const readPermissions = (response: unknown, method: string): readonly string[] => [
  ...new Set(parseWalletResponse(permissionsSchema, response, method).map(({ parentCapability }) => parentCapability)),
];

/** Version of the batch format that is sent. @see https://eips.ethereum.org/EIPS/eip-5792#wallet_sendcalls */
const VERSION = '2.0.0';
/** The wallet does not support the chain. @see https://eips.ethereum.org/EIPS/eip-5792#error-codes */
const UNSUPPORTED_CHAIN = 5710;

const HEX = /^0x(?:[0-9a-f]{2})*$/i;

/** Batched calls, user operations and permissions, if the wallet supports them. */
export const eip155Calls = (requests: Eip155Requests, getChainId: () => ChainId): Eip155Calls => ({
  sendCalls: async ({ from, calls, atomicRequired = true, capabilities }, signal, onEvent) => {
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
      const notifyLate = (response: unknown): void => onEvent?.({ type: 'late-broadcast', hash: readCallsId(response, method) });
      return { id: readCallsId(await requests.broadcast(method, [batch], signal, notifyLate), method) };
    } catch (cause) {
      if (isLatchkeyError(cause, 'wallet/request-failed') && readErrorCode(cause.cause) === UNSUPPORTED_CHAIN)
        throw new LatchkeyError('network/not-supported', { chainId }, { cause });
      throw cause;
    }
  },

  getCallsStatus: async ({ id }, signal): Promise<CallsStatus> => {
    const method = 'wallet_getCallsStatus';
    return readCallsStatus(await requests.read(method, signal, [id]), { id, chainId: getChainId() }, method);
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

  getAssets: async ({ account }, signal) => {
    const method = 'wallet_getAssets';
    const chainId = chainIdOf(account);
    const params = [{ account: addressOf(account), chainFilter: [toHexChainId(chainId)] }];
    const assets = readWalletAssets(await requests.read(method, signal, params), chainId);
    if (assets === null) throw new LatchkeyError('wallet/invalid-response', { method });
    return assets;
  },

  sendUserOperation: async ({ from, operation, entryPoint }, signal, onEvent) => {
    const method = 'eth_sendUserOperation';
    const chainId = chainIdOf(from);
    // The method names no chain: the wallet sends on its own.
    if (getChainId() !== chainId) throw new LatchkeyError('network/wrong-chain', { chainId, walletChainId: getChainId() });
    checkRecipient(entryPoint);
    const notifyLate = (response: unknown): void => onEvent?.({ type: 'late-broadcast', hash: readOperationHash(response, method) });
    const params = [{ ...operation, sender: addressOf(from) }, entryPoint];
    return readOperationHash(await requests.broadcast(method, params, signal, notifyLate), method);
  },

  getUserOperationReceipt: async ({ hash }, signal) => {
    const method = 'eth_getUserOperationReceipt';
    const receipt = readUserOperationReceipt(await requests.read(method, signal, [hash]));
    if (receipt === undefined) throw new LatchkeyError('wallet/invalid-response', { method });
    return receipt;
  },

  getPermissions: async (_request, signal) => {
    const method = 'wallet_getPermissions';
    return readPermissions(await requests.read(method, signal), method);
  },

  requestPermissions: async ({ methods }, signal) => {
    const method = 'wallet_requestPermissions';
    const permissions = Object.fromEntries(methods.map((name) => [name, {}]));
    return readPermissions(await requests.prompt(method, [permissions], signal), method);
  },
});

/** Specification, section 5: recipients and call data begin with `0x`. */
const readBatch = (calls: readonly BatchCall[]): readonly Readonly<Record<string, string>>[] => {
  if (calls.length === 0) throw new LatchkeyError('config/invalid-option', { field: 'calls', fix: 'pass at least one call' });
  return calls.map(({ to, value, data }, index) => {
    const field = `calls[${index}]`;
    if (to !== undefined) checkRecipient(to);
    if (data !== undefined && !HEX.test(data))
      throw new LatchkeyError('config/invalid-option', { field: `${field}.data`, fix: 'pass whole bytes in hex, prefixed with 0x' });
    if (value !== undefined) checkAmountRange('eip155', value);
    return {
      ...(to === undefined ? {} : { to }),
      ...(value === undefined ? {} : { value: toQuantity(value) }),
      ...(data === undefined ? {} : { data }),
    };
  });
};
