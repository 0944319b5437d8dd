import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';

const WORD = 32;
const ADDRESS_PADDING = 12;
/** Words before the paymaster's data: see {@link readOperation}. */
const WORDS = 9;
/** At the start of the paymaster's data. */
const ADDRESS_BYTES = 20;
/** EntryPoint 0.7. @see https://eips.ethereum.org/EIPS/eip-4337 */
const ENTRY_POINT = '0000000071727de22e5e9d8baf0edac6f37da032';
/** `execute(bytes32,bytes)` in the mode that makes all calls or none. @see https://eips.ethereum.org/EIPS/eip-7821 */
const EXECUTE = `e9ae5c5301${'00'.repeat(31)}`;

/** A call of an operation. */
export interface OperationCall {
  /** Hex with `0x`. */
  readonly to: string;
  readonly value: bigint;
  readonly data: Uint8Array;
}

/** A user operation, as far as it says what is spent. */
export interface OperationContents {
  readonly chainId: bigint;
  /** The account: hex with `0x`. */
  readonly sender: string;
  /** What the account pays at most; 0 if a paymaster does. */
  readonly fee: bigint;
  readonly calls: readonly OperationCall[];
}

const numberAt = (bytes: Uint8Array, at: number, length = WORD): bigint => {
  const read = bytes.subarray(at, at + length);
  if (read.length !== length) throw new RangeError('The data ends early');
  return BigInt(`0x${bytesToHex(read)}`);
};

const sizeAt = (bytes: Uint8Array, at: number): number => {
  const size = numberAt(bytes, at);
  if (size > BigInt(bytes.length)) throw new RangeError('Beyond the data');
  return Number(size);
};

const addressAt = (bytes: Uint8Array, at: number): string => {
  if (numberAt(bytes, at, ADDRESS_PADDING) !== 0n) throw new RangeError('Not an address');
  return `0x${bytesToHex(bytes.subarray(at + ADDRESS_PADDING, at + WORD))}`;
};

const bytesAt = (bytes: Uint8Array, at: number): Uint8Array => {
  const length = sizeAt(bytes, at);
  if (at + WORD + length > bytes.length) throw new RangeError('The data ends early');
  return bytes.subarray(at + WORD, at + WORD + length);
};

/** The calls of a batch; decoded as the account does. @throws RangeError for other data */
export const readCalls = (callData: Uint8Array): readonly OperationCall[] => {
  const start = EXECUTE.length / 2;
  if (bytesToHex(callData.subarray(0, start)) !== EXECUTE) throw new RangeError('Not a batch');
  // Offsets count from behind the selector.
  const parameters = callData.subarray(4);
  const batch = bytesAt(parameters, sizeAt(parameters, WORD));
  const list = sizeAt(batch, 0);
  const heads = batch.subarray(list + WORD);
  return Array.from({ length: sizeAt(batch, list) }, (_, index) => {
    const call = heads.subarray(sizeAt(heads, index * WORD));
    return { to: addressAt(call, 0), value: numberAt(call, WORD), data: bytesAt(call, sizeAt(call, 2 * WORD)) };
  });
};

/** @throws RangeError for bytes that end early */
const partsOf = (bytes: Uint8Array): { readonly fields: Uint8Array; readonly paymaster: Uint8Array; readonly callData: Uint8Array } => {
  const [start, length] = [WORDS * WORD, sizeAt(bytes, (WORDS - 1) * WORD)];
  if (start + length > bytes.length) throw new RangeError('The data ends early');
  const callData = bytes.subarray(start + length);
  return { fields: bytes.subarray(0, (WORDS - 1) * WORD), paymaster: bytes.subarray(start, start + length), callData };
};

/**
 * Gas for the paymaster, if the account pays it as well; `null` if the paymaster pays everything. The entry point takes the address 0 for none.
 * @see https://github.com/eth-infinitism/account-abstraction/blob/v0.7.0/contracts/core/EntryPoint.sol `_validateAccountPrepayment`
 */
const paymasterGas = (paymaster: Uint8Array): bigint | null => {
  if (paymaster.length === 0) return 0n;
  const half = WORD / 2;
  const gas = numberAt(paymaster, ADDRESS_BYTES, half) + numberAt(paymaster, ADDRESS_BYTES + half, half);
  return numberAt(paymaster, 0, ADDRESS_BYTES) === 0n ? gas : null;
};

/**
 * Reads the bytes of a user operation that the worker gets: chain id, sender, nonce, hash of the deployment, hash of the call data, gas limits, gas before the
 * verification, and fees, each in 32 bytes as the entry point hashes them; the length of the paymaster's data in 32 bytes, and those data; then the call data.
 * `null` for other bytes.
 */
export const readOperation = (bytes: Uint8Array): OperationContents | null => {
  try {
    const { paymaster, callData } = partsOf(bytes);
    if (bytesToHex(keccak_256(callData)) !== bytesToHex(bytes.subarray(4 * WORD, 5 * WORD))) return null;
    const half = WORD / 2;
    const gas = numberAt(bytes, 5 * WORD, half) + numberAt(bytes, 5 * WORD + half, half) + numberAt(bytes, 6 * WORD);
    const more = paymasterGas(paymaster);
    const fee = more === null ? 0n : (gas + more) * numberAt(bytes, 7 * WORD + half, half);
    return { chainId: numberAt(bytes, 0), sender: addressAt(bytes, WORD), fee, calls: readCalls(callData) };
  } catch {
    return null;
  }
};

/** The hash of the operation, which the account's owner signs. @throws RangeError for bytes that end early */
export const operationDigest = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => {
  const { fields, paymaster } = partsOf(bytes);
  const hash = keccak_256(concatBytes(fields.subarray(WORD), keccak_256(paymaster)));
  const entryPoint = concatBytes(new Uint8Array(ADDRESS_PADDING), hexToBytes(ENTRY_POINT));
  return Uint8Array.from(keccak_256(concatBytes(hash, entryPoint, fields.subarray(0, WORD))));
};
