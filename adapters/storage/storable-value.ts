import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { asRecord } from '../../domain/wire.js';
import { isStoredKey, openKey } from './stored-key.js';

/** JSON form of bytes, in hex. */
interface StoredBytes {
  readonly '@latchkey/bytes': string;
  readonly of: 'ArrayBuffer' | 'Uint8Array';
}

/** Prefix of the member names in our JSON forms. */
const RESERVED_PREFIX = '@latchkey/';

/** Escapes member names that start with the reserved prefix, so that data of a peer is stored unchanged. */
const ESCAPED_PREFIX = '@latchkey/named/';

const isStoredBytes = (value: unknown): value is StoredBytes => typeof asRecord(value)['@latchkey/bytes'] === 'string';

/** Many storages return `null` for a missing key. */
const NULL = { '@latchkey/null': true } as const;

const isNull = (value: unknown): value is typeof NULL => asRecord(value)['@latchkey/null'] === true;

/** Encodes a record so that it survives JSON and is distinct from a missing one: bytes become hex. */
export const toStorable = (value: unknown): unknown => (value === null ? NULL : encode(value));

const encode = (value: unknown): unknown => {
  if (value instanceof ArrayBuffer)
    return { '@latchkey/bytes': bytesToHex(new Uint8Array(value)), of: 'ArrayBuffer' } satisfies StoredBytes;
  if (value instanceof Uint8Array) return { '@latchkey/bytes': bytesToHex(value), of: 'Uint8Array' } satisfies StoredBytes;
  if (Array.isArray(value)) return value.map(encode);
  if (typeof value !== 'object' || value === null) return value;
  // Only our own stored keys contain a buffer; data of a peer never does.
  const isOwn = isStoredKey(value);
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name.startsWith(RESERVED_PREFIX) && !isOwn ? ESCAPED_PREFIX + name : name,
      encode(member),
    ]),
  );
};

/** Decodes a record written with {@link toStorable}; imports keys. */
export const fromStorable = (stored: unknown): unknown | Promise<unknown> => {
  if (typeof stored !== 'object' || stored === null) return stored;
  const value = decode(stored);
  // Fast path for the many records without reserved names.
  if (!Object.keys(stored).some((name) => name.startsWith(RESERVED_PREFIX))) return value;
  if (isNull(stored)) return null;
  return isStoredKey(value) ? openKey(value) : value;
};

const bytesOf = ({ of, '@latchkey/bytes': hex }: StoredBytes): ArrayBuffer | Uint8Array => {
  const bytes = hexToBytes(hex);
  return of === 'ArrayBuffer' ? bytes.buffer : bytes;
};

const decode = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(decode);
  const copy: Record<string, unknown> = { ...value };
  const names = Object.keys(copy);
  let hasEscapedNames = false;
  for (const name of names) {
    if (typeof copy[name] === 'object') copy[name] = decode(copy[name]);
    if (!name.startsWith(RESERVED_PREFIX)) continue;
    if (isStoredBytes(value)) return bytesOf(value);
    hasEscapedNames ||= name.startsWith(ESCAPED_PREFIX);
  }
  if (!hasEscapedNames) return copy;
  return Object.fromEntries(names.map((name) => [name.startsWith(ESCAPED_PREFIX) ? name.slice(ESCAPED_PREFIX.length) : name, copy[name]]));
};
