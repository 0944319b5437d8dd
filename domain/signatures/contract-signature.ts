import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';

/** A call without a sender: `to` is absent for code that runs as a contract's creation. */
export interface EthCall {
  readonly to?: `0x${string}`;
  readonly data: `0x${string}`;
}

/**
 * Runs `eth_call` on the latest block. Returns the result; `null` if the call reverts.
 * @throws any error if the result is unknown, for example because the node is unreachable
 */
export type RunEthCall = (call: EthCall) => Promise<string | null>;

/** Error code of a revert; some nodes use a general one with this text. @see https://github.com/ethereum/execution-apis */
const REVERTED_CODE = 3;
const REVERTED = /revert/i;

/** Tests whether an error that a node returned for an `eth_call` is a revert. After another one, such as a rate limit, the result is unknown. */
export const isRevert = ({ code, message }: { readonly code: number; readonly message: string }): boolean =>
  code === REVERTED_CODE || REVERTED.test(message);

/** A signature of a contract account over a hash. */
export interface ContractSignature {
  /** Of the account. */
  readonly address: string;
  /** 32 bytes, hex. */
  readonly hash: `0x${string}`;
  /** Hex of any length: a multisig's is longer than 65 bytes, that of an approval on chain is empty. */
  readonly signature: string;
}

/** Selector of `isValidSignature(bytes32,bytes)`, which is also its return value for a valid signature. @see https://eips.ethereum.org/EIPS/eip-1271 */
const SELECTOR = '1626ba7e';
const WORD_BYTES = 32;
const WORD_DIGITS = 64;
/** Offset of the signature after the selector: two words of arguments. */
const OFFSET = 0x40;

const ADDRESS = /^0x[0-9a-f]{40}$/i;
const HASH = /^0x[0-9a-f]{64}$/i;
const BYTES = /^0x(?:[0-9a-fA-F]{2})*$/;

const word = (value: number): string => value.toString(16).padStart(WORD_DIGITS, '0');

/**
 * Encodes the `isValidSignature` call; `null` if the hash or the signature is not hex.
 * @see https://docs.soliditylang.org/en/latest/abi-spec.html#argument-encoding
 */
const encodeIsValidSignature = (hash: string, signature: string): `0x${string}` | null => {
  if (!HASH.test(hash) || !BYTES.test(signature)) return null;
  const digits = signature.slice(2).toLowerCase();
  const padded = digits.padEnd(Math.ceil(digits.length / WORD_DIGITS) * WORD_DIGITS, '0');
  return `0x${SELECTOR}${hash.slice(2).toLowerCase()}${word(OFFSET)}${word(digits.length / 2)}${padded}`;
};

const MAGIC_VALUE = new RegExp(`^0x${SELECTOR}0{56}(?:[0-9a-f]{2})*$`, 'i');

/**
 * Tests whether a contract accepted the signature. The first word must be exactly the magic value: an account without code returns `0x`,
 * and the precompile at address 4 echoes the call data, which starts with the same selector.
 */
const isMagicValue = (result: unknown): boolean => typeof result === 'string' && MAGIC_VALUE.test(result);

/** Suffix of a signature of an account that may not be deployed yet. @see https://eips.ethereum.org/EIPS/eip-6492 */
const COUNTERFACTUAL = '6492'.repeat(16);

/** A signature with the call that deploys its account. */
interface CounterfactualSignature {
  readonly factory: Uint8Array;
  readonly factoryData: Uint8Array;
  readonly signature: `0x${string}`;
}

/** Reads an ABI word as a number, which is not exact beyond the length of any data; `null` if it is outside of the data. */
const readNumber = (bytes: Uint8Array, at: number): number | null => {
  const digits = bytesToHex(bytes.subarray(at, at + WORD_BYTES));
  return digits.length === WORD_DIGITS ? Number(`0x${digits}`) : null;
};

/** Reads the dynamic bytes whose offset is the word at `at`; `null` if they are outside of the data. */
const readBytes = (data: Uint8Array, at: number): Uint8Array | null => {
  const offset = readNumber(data, at);
  const length = offset === null ? null : readNumber(data, offset);
  if (offset === null || length === null || offset + WORD_BYTES + length > data.length) return null;
  return data.subarray(offset + WORD_BYTES, offset + WORD_BYTES + length);
};

/** Parses `abi.encode(address, bytes, bytes)` with the suffix; `null` for another signature or malformed bytes. */
const parseCounterfactual = (signature: string): CounterfactualSignature | null => {
  if (!signature.toLowerCase().endsWith(COUNTERFACTUAL)) return null;
  const data = hexToBytes(signature.slice(2, -WORD_DIGITS));
  const [factoryData, own] = [readBytes(data, WORD_BYTES), readBytes(data, 2 * WORD_BYTES)];
  if (factoryData === null || own === null || data.subarray(0, 12).some((byte) => byte !== 0)) return null;
  return { factory: data.subarray(12, WORD_BYTES), factoryData, signature: `0x${bytesToHex(own)}` };
};

/** Pushes a number of up to 4 bytes. */
const push4 = (value: number): Uint8Array => Uint8Array.of(0x63, value >>> 24, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff);
const push1 = (value: number): Uint8Array => Uint8Array.of(0x60, value);
const push20 = (address: Uint8Array): Uint8Array => concatBytes(Uint8Array.of(0x73), address);
const op = (...codes: readonly number[]): Uint8Array => Uint8Array.of(...codes);

const [POP, MLOAD, MSTORE, MUL, GT, AND, RETURNDATASIZE, CODECOPY, GAS] = [0x50, 0x51, 0x52, 0x02, 0x11, 0x16, 0x3d, 0x39, 0x5a];
const [CALL, STATICCALL, RETURN] = [0xf1, 0xfa, 0xf3];
/** Call data is copied behind the word for the result. */
const INPUT = 0x20;

/**
 * Code that runs as a contract's creation, so that nothing is deployed: it calls the factory, then `isValidSignature` of the account in
 * the same state, and returns the first word of the result, or zero if the call failed or returned less.
 * @param call of `isValidSignature`
 */
const validatorCode = (account: Uint8Array, { factory, factoryData }: CounterfactualSignature, call: Uint8Array): Uint8Array => {
  const program = (factoryDataAt: number, callAt: number): Uint8Array =>
    concatBytes(
      // The result of the factory does not matter: the account may be deployed already.
      ...[push4(factoryData.length), push4(factoryDataAt), push1(INPUT), op(CODECOPY)],
      ...[push1(0), push1(0), push4(factoryData.length), push1(INPUT), push1(0), push20(factory), op(GAS, CALL, POP)],
      ...[push4(call.length), push4(callAt), push1(INPUT), op(CODECOPY)],
      ...[push1(WORD_BYTES), push1(0), push4(call.length), push1(INPUT), push20(account), op(GAS, STATICCALL)],
      ...[push1(WORD_BYTES - 1), op(RETURNDATASIZE, GT, AND), push1(0), op(MLOAD, MUL), push1(0), op(MSTORE)],
      ...[push1(WORD_BYTES), push1(0), op(RETURN)],
    );
  const { length } = program(0, 0);
  return concatBytes(program(length, length + factoryData.length), factoryData, call);
};

/**
 * Verifies the signature of a contract account, deployed or counterfactual, with one `eth_call`.
 * @throws any error of `ethCall` if the result is unknown
 * @see https://eips.ethereum.org/EIPS/eip-1271
 * @see https://eips.ethereum.org/EIPS/eip-6492
 */
export const isSignedByContract = async ({ address, hash, signature }: ContractSignature, ethCall: RunEthCall): Promise<boolean> => {
  if (!ADDRESS.test(address) || !BYTES.test(signature)) return false;
  const counterfactual = parseCounterfactual(signature);
  const call = encodeIsValidSignature(hash, counterfactual?.signature ?? signature);
  if (call === null) return false;
  if (counterfactual === null) return isMagicValue(await ethCall({ to: address as `0x${string}`, data: call }));
  const code = validatorCode(hexToBytes(address.slice(2)), counterfactual, hexToBytes(call.slice(2)));
  return isMagicValue(await ethCall({ data: `0x${bytesToHex(code)}` }));
};
