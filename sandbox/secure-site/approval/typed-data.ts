import { keccak_256 } from '@noble/hashes/sha3.js';
import { concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { memberOf } from '../keys/shapes.js';
import { bytesOf } from '../protocol/encoding.js';
import { isHex } from './approval-request.js';
import { bytesOfHex } from './hex.js';

/** Members of types by name. */
export type TypedDataTypes = Readonly<Record<string, readonly { readonly name: string; readonly type: string }[]>>;

/** Typed data. @see https://eips.ethereum.org/EIPS/eip-712 */
export interface TypedData {
  readonly domain: Readonly<Record<string, unknown>>;
  readonly types: TypedDataTypes;
  readonly primaryType: string;
  readonly message: unknown;
}

const WORD_BYTES = 32;
const DOMAIN = 'EIP712Domain';
const DOMAIN_MEMBERS = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
] as const;

const membersOf = (types: TypedDataTypes, name: string): TypedDataTypes[string] | null =>
  Object.hasOwn(types, name) ? (types[name] ?? null) : null;

/** The element type of an array, and its length: `null` for any. */
const arrayOf = (type: string): { readonly element: string; readonly length: number | null } | null => {
  const [, element, digits] = /^(.+)\[(\d*)\]$/.exec(type) ?? [];
  return element === undefined ? null : { element, length: digits ? Number(digits) : null };
};

/** The types that a type uses, with itself first and the others by name. */
export const usedTypes = (types: TypedDataTypes, primaryType: string): readonly string[] => {
  const used = new Set<string>();
  const visit = (name: string): void => {
    const members = membersOf(types, name);
    if (members === null || used.has(name)) return;
    used.add(name);
    for (const { type } of members) visit(type.replace(/\[.*/s, ''));
  };
  visit(primaryType);
  used.delete(primaryType);
  return [primaryType, ...[...used].sort()];
};

/** The text of one type, without those that it uses. */
export const describeMembers = (types: TypedDataTypes, name: string): string =>
  `${name}(${(membersOf(types, name) ?? []).map((member) => `${member.type} ${member.name}`).join(',')})`;

const encodeType = (types: TypedDataTypes, primaryType: string): string =>
  usedTypes(types, primaryType)
    .map((name) => describeMembers(types, name))
    .join('');

const readBytes = (value: unknown): Uint8Array => {
  if (!isHex(value)) throw new TypeError('Not bytes in hex');
  return bytesOfHex(value);
};

const toInteger = (value: unknown): bigint => {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'bigint') throw new TypeError('Not a number');
  if (value === '') throw new TypeError('Not a number');
  return BigInt(value);
};

const encodeInteger = (value: unknown, isSigned: boolean, bits: number): Uint8Array => {
  const number = toInteger(value);
  const limit = 2n ** BigInt(isSigned ? bits - 1 : bits);
  if (bits < 8 || bits > 256 || bits % 8 !== 0 || number >= limit || number < (isSigned ? -limit : 0n))
    throw new RangeError('Out of range');
  return hexToBytes(BigInt.asUintN(256, number).toString(16).padStart(64, '0'));
};

const leftPadded = (bytes: Uint8Array): Uint8Array => concatBytes(new Uint8Array(WORD_BYTES - bytes.length), bytes);
const rightPadded = (bytes: Uint8Array): Uint8Array => concatBytes(bytes, new Uint8Array(WORD_BYTES - bytes.length));

const encodeAtom = (type: string, value: unknown): Uint8Array => {
  const [, isUnsigned, bits] = /^(u?)int(\d+)$/.exec(type) ?? [];
  if (bits !== undefined) return encodeInteger(value, isUnsigned === '', Number(bits));
  const [, length] = /^bytes(\d+)$/.exec(type) ?? [];
  if (type === 'bool' && typeof value === 'boolean') return leftPadded(Uint8Array.of(Number(value)));
  if (type === 'string' && typeof value === 'string') return keccak_256(utf8ToBytes(value));
  if (type === 'bytes') return keccak_256(readBytes(value));
  const bytes = readBytes(value);
  if (type === 'address' && bytes.length === 20) return leftPadded(bytes);
  if (length !== undefined && bytes.length === Number(length) && bytes.length > 0 && bytes.length <= WORD_BYTES) return rightPadded(bytes);
  throw new TypeError(`Not of the type ${type}`);
};

const encodeValue = (types: TypedDataTypes, type: string, value: unknown): Uint8Array => {
  const array = arrayOf(type);
  if (array !== null) {
    if (!Array.isArray(value) || (array.length !== null && array.length !== value.length))
      throw new TypeError('Not an array of this length');
    return keccak_256(concatBytes(...value.map((each) => encodeValue(types, array.element, each))));
  }
  return membersOf(types, type) === null ? encodeAtom(type, value) : hashStruct(types, type, value);
};

/** `hashStruct` of EIP-712. @throws Error for data that is not of the type */
export const hashStruct = (types: TypedDataTypes, name: string, value: unknown): Uint8Array<ArrayBuffer> => {
  const members = membersOf(types, name);
  if (members === null || typeof value !== 'object' || value === null) throw new TypeError(`Not a ${name}`);
  const encoded = members.map(({ name: member, type }) => encodeValue(types, type, memberOf(value, member)));
  return bytesOf(keccak_256(concatBytes(keccak_256(utf8ToBytes(encodeType(types, name))), ...encoded)));
};

/** Types with that of the domain, which apps may leave out. */
export const withDomainType = ({ types, domain }: Pick<TypedData, 'types' | 'domain'>): TypedDataTypes => ({
  [DOMAIN]: DOMAIN_MEMBERS.filter(({ name }) => memberOf(domain, name) !== undefined),
  ...types,
});

/** The hash that is signed. @throws Error for malformed data */
export const hashTypedData = (data: TypedData): Uint8Array<ArrayBuffer> => {
  const types = withDomainType(data);
  const parts = [Uint8Array.of(0x19, 0x01), hashStruct(types, DOMAIN, data.domain)];
  if (data.primaryType !== DOMAIN) parts.push(hashStruct(types, data.primaryType, data.message));
  return bytesOf(keccak_256(concatBytes(...parts)));
};

/** Tests for an object that is no list. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isMember = (value: unknown): value is TypedDataTypes[string][number] =>
  isRecord(value) && typeof value['name'] === 'string' && typeof value['type'] === 'string';

const areTypes = (value: unknown): value is TypedDataTypes =>
  isRecord(value) && Object.values(value).every((members) => Array.isArray(members) && members.every(isMember));

/** Parses typed data of an app. @throws Error for another text */
export const parseTypedData = (json: string): TypedData => {
  const parsed: unknown = JSON.parse(json);
  const { domain = {}, types, primaryType, message }: Readonly<Record<string, unknown>> = isRecord(parsed) ? parsed : {};
  if (!isRecord(domain) || !areTypes(types) || typeof primaryType !== 'string') throw new TypeError('The typed data is malformed');
  return { domain, types, primaryType, message };
};
