import type { CallsStatus, Capabilities } from '../../application/ports/wallet-calls.js';
import type { ChainId } from '../../domain/caip/caip-2.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { fromHexChainId } from '../../domain/network/hex-chain-id.js';
import { readQuantity } from './node-call.js';

/** Longest id of a batch. @see https://eips.ethereum.org/EIPS/eip-5792#wallet_sendcalls */
const MAX_ID_LENGTH = 4_096;
/** What the first form of the standard says in words. */
const WORDS: Readonly<Record<string, number>> = { PENDING: 100, CONFIRMED: 200 };
const HASH = /^0x[0-9a-f]{64}$/i;

type Members = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads what a wallet gave; whatever goes wrong is its fault. */
const reading = <T>(method: string, read: () => T): T => {
  try {
    return read();
  } catch (cause) {
    throw new LatchkeyError('wallet/invalid-response', { method }, { cause });
  }
};

const demand = (isRight: boolean, what: string): void => {
  if (!isRight) throw new Error(`The wallet gave ${what}`);
};

/**
 * Reads the id of a batch: in an object, or bare as the first form of the standard had it.
 * @throws LatchkeyError `wallet/invalid-response`
 */
export const readCallsId = (answer: unknown, method: string): string => {
  const id = isObject(answer) ? answer['id'] : answer;
  if (typeof id !== 'string' || id === '' || id.length > MAX_ID_LENGTH) throw new LatchkeyError('wallet/invalid-response', { method });
  return id;
};

/**
 * Reads how a batch fares.
 * @throws LatchkeyError `wallet/invalid-response`
 * @see https://eips.ethereum.org/EIPS/eip-5792#wallet_getcallsstatus
 */
export const readCallsStatus = (answer: unknown, asked: { readonly id: string; readonly chainId: ChainId }, method: string): CallsStatus =>
  reading(method, () => {
    demand(isObject(answer), 'no status');
    // Checked the line above; a throw narrows nothing.
    const { id, chainId, status: said, atomic, receipts: list } = answer as Members;
    const receipts = (Array.isArray(list) ? list : []).map((receipt: unknown) => {
      const { transactionHash, blockNumber, status } = Object(receipt);
      demand(typeof transactionHash === 'string' && HASH.test(transactionHash), 'no transaction hash');
      return { transactionHash: String(transactionHash), blockNumber: readQuantity(blockNumber), reverted: status === '0x0' };
    });
    const status = typeof said === 'string' ? WORDS[said] : said;
    demand(typeof status === 'number' && Number.isInteger(status) && status >= 100 && status < 1_000, 'no status code');
    // The words of the first form do not tell that all went wrong.
    const failed = typeof said === 'string' && receipts.length > 0 && receipts.every(({ reverted }) => reverted);
    return {
      id: typeof id === 'string' ? id : asked.id,
      chainId: fromHexChainId(chainId) ?? asked.chainId,
      status: failed ? 500 : Number(status),
      atomic: atomic === true,
      receipts,
    };
  });

/**
 * Reads capabilities by chain. What a wallet says of `0x0` holds on every chain.
 * @throws Error when it is no list of chains
 * @see https://eips.ethereum.org/EIPS/eip-5792#wallet_getcapabilities
 */
export const readCapabilities = (answer: unknown, chainIds: readonly ChainId[] | undefined): Capabilities => {
  demand(isObject(answer), 'no capabilities');
  // Demanded the line above; a throw narrows nothing.
  const entries = Object.entries(answer as Members).filter((entry): entry is [string, Members] => isObject(entry[1]));
  const everywhere = entries.find(([key]) => /^0x0+$/.test(key))?.[1] ?? {};
  const byChain = new Map<string, Members>((chainIds ?? []).map((chainId) => [chainId, everywhere]));
  for (const [key, capabilities] of entries) {
    const chainId = fromHexChainId(key);
    if (chainId !== null) byChain.set(chainId, { ...everywhere, ...capabilities });
  }
  return Object.fromEntries([...byChain].filter(([, capabilities]) => Object.keys(capabilities).length > 0));
};

/**
 * Reads the methods that the site is allowed.
 * @throws LatchkeyError `wallet/invalid-response`
 * @see https://eips.ethereum.org/EIPS/eip-2255
 */
export const readPermissions = (answer: unknown, method: string): readonly string[] =>
  reading(method, () => {
    demand(Array.isArray(answer), 'no list of permissions');
    // Demanded the line above.
    const names = (answer as readonly unknown[]).map((permission) => Object(permission).parentCapability);
    demand(
      names.every((name) => typeof name === 'string'),
      'a permission without a name',
    );
    return [...new Set(names.map(String))];
  });
