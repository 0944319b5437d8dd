import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js';
import { assetIdOf, contractIdOf } from './policy.js';
import { decodeRlp, type RlpItem } from './rlp.js';
import { parseSolanaMessage, type SolanaInstruction } from './solana-message.js';
import {
  COMPUTE_BUDGET,
  createsTokenAccount,
  feeOf,
  littleEndian,
  MEMOS,
  TOKEN_ACCOUNT_LAMPORTS,
  TOKEN_PROGRAMS,
  transferredLamports,
} from './solana-programs.js';
import { operationDigest, readOperation } from './user-operation.js';

/** Bytes to sign. */
export interface Payload {
  /**
   * `evm-transaction`: serialized without its signature. `evm-operation`: see `readOperation`. `evm-message`: a text (EIP-191). `evm-digest`:
   * a digest whose content the worker does not get, such as of typed data. `solana`: the message of a transaction, or a text.
   */
  readonly kind: 'evm-transaction' | 'evm-operation' | 'evm-message' | 'evm-digest' | 'solana';
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** What a signature would do, as far as its bytes say. A text that is signed does nothing. */
export type Effect =
  /** Spends an asset, or pays the fee at most. */
  | { readonly kind: 'spend'; readonly asset: string; readonly amount: bigint }
  /** Lets someone else move tokens, now or later. */
  | { readonly kind: 'allowance' }
  /** Gives someone else power over the account, or over one of its token accounts. */
  | { readonly kind: 'delegation' }
  /** Calls a contract, and it is not known what that does. `contract`: {@link contractIdOf}; `null` for a new one. */
  | { readonly kind: 'call'; readonly contract: string | null }
  /** Nothing is known. */
  | { readonly kind: 'unknown' };

const UNKNOWN: readonly Effect[] = [{ kind: 'unknown' }];
const DIGEST_BYTES = 32;

const decodeText = (bytes: Uint8Array): string | null => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
};

/** A text. Bytes and hashes may be anything: contracts of accounts accept signed hashes as orders. */
const effectsOfText = (bytes: Uint8Array): readonly Effect[] => {
  const text = decodeText(bytes);
  const isHash = bytes.length === DIGEST_BYTES || (text !== null && /^\s*(?:0x)?[\da-f]{64}\s*$/i.test(text));
  return text === null || isHash ? UNKNOWN : [];
};

const EIP1559 = 0x02;
const EIP7702 = 0x04;
const EIP1559_FIELDS = 9;
const ADDRESS_BYTES = 20;

const isBytes = (item: RlpItem | undefined): item is Uint8Array => item instanceof Uint8Array;

const toNumber = (item: RlpItem | undefined): bigint => {
  if (!isBytes(item) || item.length > DIGEST_BYTES || item[0] === 0) throw new RangeError('Not a canonical number');
  return item.length === 0 ? 0n : BigInt(`0x${bytesToHex(item)}`);
};

/** Selectors of calls that let someone else move tokens. @see https://www.4byte.directory */
const ALLOWANCES: ReadonlySet<string> = new Set([
  // approve, increaseAllowance, setApprovalForAll, permit (EIP-2612), permit (DAI)
  '095ea7b3',
  '39509351',
  'a22cb465',
  'd505accf',
  '8fcbaf0c',
  // Of Permit2: approve, permit of one token and of several
  '87517c45',
  '2b67b570',
  '2a2d80d1',
]);
const TRANSFER = 'a9059cbb';
const SELECTOR_BYTES = 4;
const WORD_BYTES = 32;
/** Before an address in a word. */
const ADDRESS_PADDING = '00'.repeat(WORD_BYTES - ADDRESS_BYTES);

const effectsOfCall = (chainId: string, contract: string, data: Uint8Array): readonly Effect[] => {
  const hex = bytesToHex(data);
  const selector = hex.slice(0, SELECTOR_BYTES * 2);
  if (ALLOWANCES.has(selector)) return [{ kind: 'allowance' }];
  const isTransfer = selector === TRANSFER && data.length === SELECTOR_BYTES + 2 * WORD_BYTES && hex.startsWith(ADDRESS_PADDING, 8);
  const amount = isTransfer ? BigInt(`0x${hex.slice(-WORD_BYTES * 2)}`) : 0n;
  // Where tokens have numbers, 0 is one of them: no limit would count it.
  if (amount === 0n) return [{ kind: 'call', contract: contractIdOf(chainId, contract) }];
  return [{ kind: 'spend', asset: assetIdOf(chainId, contract), amount }];
};

/** @see https://eips.ethereum.org/EIPS/eip-1559 */
const effectsOfEvm = (serialized: Uint8Array): readonly Effect[] => {
  // The code of a contract becomes the account's. @see https://eips.ethereum.org/EIPS/eip-7702
  if (serialized[0] === EIP7702) return [{ kind: 'delegation' }];
  if (serialized[0] !== EIP1559) return UNKNOWN;
  try {
    const fields = decodeRlp(serialized.subarray(1));
    if (isBytes(fields) || fields.length !== EIP1559_FIELDS) return UNKNOWN;
    const [chain, nonce, tip, maxFee, gas, to, value, data, accessList] = fields;
    const chainId = `eip155:${toNumber(chain)}`;
    for (const each of [nonce, tip]) toNumber(each);
    if (!isBytes(to) || !isBytes(data) || isBytes(accessList) || (to.length !== 0 && to.length !== ADDRESS_BYTES)) return UNKNOWN;
    const coin: Effect = { kind: 'spend', asset: assetIdOf(chainId, null), amount: toNumber(value) + toNumber(gas) * toNumber(maxFee) };
    if (to.length === 0) return [coin, { kind: 'call', contract: null }];
    return data.length === 0 ? [coin] : [coin, ...effectsOfCall(chainId, `0x${bytesToHex(to)}`, data)];
  } catch {
    return UNKNOWN;
  }
};

const ZERO_ADDRESS = `0x${'00'.repeat(ADDRESS_BYTES)}`;

/** Of a smart account that the key owns. Its spending counts as that of the key. */
const effectsOfOperation = (bytes: Uint8Array): readonly Effect[] => {
  const operation = readOperation(bytes);
  if (operation === null) return UNKNOWN;
  const chainId = `eip155:${operation.chainId}`;
  const coin = assetIdOf(chainId, null);
  // The contract takes the address 0 for its own. What it calls is in the data, in any depth.
  const isToItself = (to: string): boolean => to === operation.sender || to === ZERO_ADDRESS;
  return [
    { kind: 'spend', asset: coin, amount: operation.fee },
    ...operation.calls.flatMap(({ to, value, data }): readonly Effect[] => [
      { kind: 'spend', asset: coin, amount: value },
      ...(data.length === 0 ? [] : isToItself(to) ? UNKNOWN : effectsOfCall(chainId, to, data)),
    ]),
  ];
};

const lamports = (amount: bigint): Effect => ({ kind: 'spend', asset: assetIdOf('solana', null), amount });
const callOf = (program: string | null): Effect => ({
  kind: 'call',
  contract: program === null ? null : contractIdOf('solana', program),
});

/** @see https://github.com/solana-program/token */
const effectOfToken = ({ program, accounts, data }: SolanaInstruction): Effect => {
  const mint = accounts[1];
  switch (data[0]) {
    case 12:
      // The mint of an unchecked transfer is not in it.
      if (data.length !== 10 || mint === undefined || mint === null) return callOf(program);
      return { kind: 'spend', asset: assetIdOf('solana', mint), amount: littleEndian(data.subarray(1, 9)) };
    case 4:
    case 13:
      return { kind: 'allowance' };
    case 6:
      return { kind: 'delegation' };
    default:
      return callOf(program);
  }
};

const effectsOfInstruction = (instruction: SolanaInstruction): readonly Effect[] => {
  const { program } = instruction;
  if (program === null) return [callOf(null)];
  const transferred = transferredLamports(instruction);
  if (transferred !== null) return [lamports(transferred)];
  if (TOKEN_PROGRAMS.includes(program)) return [effectOfToken(instruction)];
  if (program === COMPUTE_BUDGET || MEMOS.includes(program)) return [];
  return [createsTokenAccount(instruction) ? lamports(TOKEN_ACCOUNT_LAMPORTS) : callOf(program)];
};

const effectsOfSolana = (bytes: Uint8Array): readonly Effect[] => {
  const message = parseSolanaMessage(bytes);
  if (message === null) return effectsOfText(bytes);
  return [lamports(feeOf(message)), ...message.instructions.flatMap(effectsOfInstruction)];
};

/**
 * Reads what a signature would do from the bytes that are signed. What cannot be read to the end is `unknown`, never harmless: typed data are
 * `unknown` as a whole, since a contract may take any of them as a permit, an order, or a delegation.
 */
export const effectsOf = ({ kind, bytes }: Payload): readonly Effect[] => {
  switch (kind) {
    case 'evm-message':
      return effectsOfText(bytes);
    case 'evm-transaction':
      return effectsOfEvm(bytes);
    case 'evm-operation':
      return effectsOfOperation(bytes);
    case 'solana':
      return effectsOfSolana(bytes);
    case 'evm-digest':
      return UNKNOWN;
  }
};

/** The digest of a payload of eip155. */
export const evmDigestOf = ({ kind, bytes }: Payload): Uint8Array<ArrayBuffer> => {
  switch (kind) {
    case 'evm-message':
      // @see https://eips.ethereum.org/EIPS/eip-191
      return Uint8Array.from(keccak_256(concatBytes(new TextEncoder().encode(`\x19Ethereum Signed Message:\n${bytes.length}`), bytes)));
    case 'evm-transaction':
      return Uint8Array.from(keccak_256(bytes));
    case 'evm-operation':
      return operationDigest(bytes);
    default:
      return bytes;
  }
};
