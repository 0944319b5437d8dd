import { type Address, getAddress, type Hex, isAddress, isHex } from 'viem';
import { invalidParams } from './provider-error.js';

/** A JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a value is a JSON object. */
export const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The parameters of a request as a list.
 * @throws ProviderError −32602
 */
export const readList = (params: unknown): readonly unknown[] => {
  if (params === undefined || params === null) return [];
  if (!Array.isArray(params)) throw invalidParams('The parameters are a list.');
  return params;
};

/**
 * The one object that a method takes.
 * @throws ProviderError −32602
 */
export const readOnlyObject = (params: unknown): JsonObject => {
  const [only] = readList(params);
  if (!isObject(only)) throw invalidParams('The first parameter is an object.');
  return only;
};

/** The named parameters of a request: an object, or a list with one; nothing counts as none. */
export const readNamed = (params: unknown): JsonObject => {
  const only: unknown = Array.isArray(params) ? params[0] : params;
  return isObject(only) ? only : {};
};

/**
 * A text parameter.
 * @throws ProviderError −32602 that names the field
 */
export const readText = (value: unknown, field: string): string => {
  if (typeof value !== 'string') throw invalidParams(`${field} is a text.`);
  return value;
};

/**
 * Bytes in an encoding.
 * @throws ProviderError −32602 that names the field
 */
export const readEncoded = (value: unknown, field: string, decode: (text: string) => Uint8Array): Uint8Array => {
  try {
    return decode(readText(value, field));
  } catch {
    throw invalidParams(`${field} is not encoded as it should be.`);
  }
};

/**
 * An address, checksummed.
 * @throws ProviderError −32602 that names the field
 */
export const readAddress = (value: unknown, field: string): Address => {
  if (typeof value !== 'string' || !isAddress(value, { strict: false })) throw invalidParams(`${field} is an address of 20 bytes.`);
  return getAddress(value);
};

/**
 * A hex quantity as a bigint.
 * @throws ProviderError −32602 that names the field
 * @see https://ethereum.org/en/developers/docs/apis/json-rpc/#quantities-encoding
 */
export const readQuantity = (value: unknown, field: string): bigint => {
  if (typeof value !== 'string' || !/^0x[0-9a-f]+$/i.test(value)) throw invalidParams(`${field} is a quantity such as 0x1.`);
  return BigInt(value);
};

/**
 * Hex bytes.
 * @throws ProviderError −32602 that names the field
 */
export const readBytes = (value: unknown, field: string): Hex => {
  if (!isHex(value) || value.length % 2 !== 0) throw invalidParams(`${field} is hex bytes such as 0x00ff.`);
  return value;
};

/**
 * A chain id in EIP-3326 form: lower case hex, no leading zero, at most 2^53 − 1.
 * @throws ProviderError −32602
 * @see https://eips.ethereum.org/EIPS/eip-3326
 */
export const readChainId = (value: unknown): number => {
  if (typeof value !== 'string' || !/^0x[1-9a-f][0-9a-f]*$/i.test(value)) throw invalidParams('chainId is a hex number such as 0x1.');
  const chainId = Number(value);
  if (!Number.isSafeInteger(chainId)) throw invalidParams('chainId is too large.');
  return chainId;
};
