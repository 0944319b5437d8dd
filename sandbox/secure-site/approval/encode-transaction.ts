import { concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import type { RlpItem } from '../keys/rlp.js';
import { bytesOf } from '../protocol/encoding.js';
import type { EvmTransaction } from './approval-request.js';
import { bytesOfHex } from './hex.js';

const SHORT = 55;
const EIP1559 = 0x02;

/** Without leading zeros; empty for 0. */
const bytesOfNumber = (value: bigint | number): Uint8Array => {
  if (BigInt(value) === 0n) return new Uint8Array();
  const digits = value.toString(16);
  return hexToBytes(digits.padStart(digits.length + (digits.length % 2), '0'));
};

const withLength = (offset: number, content: Uint8Array): Uint8Array => {
  if (content.length <= SHORT) return concatBytes(Uint8Array.of(offset + content.length), content);
  const length = bytesOfNumber(content.length);
  return concatBytes(Uint8Array.of(offset + SHORT + length.length), length, content);
};

/** @see https://ethereum.org/developers/docs/data-structures-and-encoding/rlp/ */
const encodeRlp = (item: RlpItem): Uint8Array => {
  if (!(item instanceof Uint8Array)) return withLength(0xc0, concatBytes(...item.map(encodeRlp)));
  return item.length === 1 && (item[0] ?? 0) < 0x80 ? item : withLength(0x80, item);
};

/** A signature of 65 bytes: r, s and the recovery bit. */
const signatureFields = (signature: Uint8Array): readonly Uint8Array[] => {
  const integer = (bytes: Uint8Array): Uint8Array => bytes.subarray(bytes.findIndex((byte) => byte !== 0));
  return [bytesOfNumber(signature[64] ?? 0), integer(signature.subarray(0, 32)), integer(signature.subarray(32, 64))];
};

/**
 * The bytes of a transaction: those that are hashed and signed, or with a signature those that are sent.
 * @param chainId CAIP-2
 * @param signature with the recovery bit at its end
 * @see https://eips.ethereum.org/EIPS/eip-1559
 */
export const encodeTransaction = (chainId: string, transaction: EvmTransaction, signature?: Uint8Array): Uint8Array<ArrayBuffer> => {
  const { to, value, data, nonce, gas, maxFeePerGas, maxPriorityFeePerGas } = transaction;
  const fields: readonly RlpItem[] = [
    bytesOfNumber(BigInt(chainId.slice(chainId.indexOf(':') + 1))),
    bytesOfNumber(nonce),
    bytesOfNumber(maxPriorityFeePerGas),
    bytesOfNumber(maxFeePerGas),
    bytesOfNumber(gas),
    to === null ? new Uint8Array() : bytesOfHex(to),
    bytesOfNumber(value),
    bytesOfHex(data),
    // The access list.
    [],
    ...(signature === undefined ? [] : signatureFields(signature)),
  ];
  return bytesOf(concatBytes(Uint8Array.of(EIP1559), encodeRlp(fields)));
};
