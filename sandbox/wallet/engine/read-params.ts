import { type Address, getAddress, type Hex, isAddress, isHex } from 'viem';
import { invalidParams } from './provider-error.js';

/** A JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Returns true for a JSON object. */
export const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Reads the parameters of a request as a list.
 * @throws ProviderError −32602
 */
export const readList = (params: unknown): readonly unknown[] => {
  if (params === undefined || params === null) return [];
  if (!Array.isArray(params)) throw invalidParams('The parameters must be a list.');
  return params;
};

/**
 * Reads the only parameter, an object.
 * @throws ProviderError −32602
 */
export const readOnlyObject = (params: unknown): JsonObject => {
  const [only] = readList(params);
  if (!isObject(only)) throw invalidParams('The first parameter must be an object.');
  return only;
};

/** Reads named parameters: an object, or a list with an object; otherwise empty. */
export const readNamed = (params: unknown): JsonObject => {
  const only: unknown = Array.isArray(params) ? params[0] : params;
  return isObject(only) ? only : {};
};

/**
 * Reads a string.
 * @throws ProviderError −32602 that names the field
 */
export const readText = (value: unknown, field: string): string => {
  if (typeof value !== 'string') throw invalidParams(`${field} must be a string.`);
  return value;
};

/**
 * Reads encoded bytes.
 * @throws ProviderError −32602 that names the field
 */
export const readEncoded = (value: unknown, field: string, decode: (text: string) => Uint8Array): Uint8Array => {
  try {
    return decode(readText(value, field));
  } catch {
    throw invalidParams(`${field} has an invalid encoding.`);
  }
};

/**
 * Reads an address. Returns it with a checksum.
 * @throws ProviderError −32602 that names the field
 */
export const readAddress = (value: unknown, field: string): Address => {
  if (typeof value !== 'string' || !isAddress(value, { strict: false })) throw invalidParams(`${field} must be an address of 20 bytes.`);
  return getAddress(value);
};

/**
 * Reads a hex quantity.
 * @throws ProviderError −32602 that names the field
 * @see https://ethereum.org/en/developers/docs/apis/json-rpc/#quantities-encoding
 */
export const readQuantity = (value: unknown, field: string): bigint => {
  if (typeof value !== 'string' || !/^0x[0-9a-f]+$/i.test(value)) throw invalidParams(`${field} must be a hex quantity such as 0x1.`);
  return BigInt(value);
};

/**
 * Reads hex bytes.
 * @throws ProviderError −32602 that names the field
 */
export const readBytes = (value: unknown, field: string): Hex => {
  if (!isHex(value) || value.length % 2 !== 0) throw invalidParams(`${field} must be hex bytes such as 0x00ff.`);
  return value;
};

/**
 * Reads a chain id in EIP-3326 format: lower case hex, no leading zero, at most 2^53 − 1.
 * @throws ProviderError −32602
 * @see https://eips.ethereum.org/EIPS/eip-3326
 */
export const readChainId = (value: unknown): number => {
  if (typeof value !== 'string' || !/^0x[1-9a-f][0-9a-f]*$/i.test(value)) throw invalidParams('chainId must be a hex number such as 0x1.');
  const chainId = Number(value);
  if (!Number.isSafeInteger(chainId)) throw invalidParams('chainId is too large.');
  return chainId;
};
