import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { membersOf } from '../../domain/wire.js';
import { isStoredKey, openKey } from './stored-key.js';

/** Bytes as JSON keeps them: what they were, in hex. */
interface StoredBytes {
  readonly '@latchkey/bytes': string;
  readonly of: 'ArrayBuffer' | 'Uint8Array';
}

/** What the names of the members begin with by which such a value is known. */
const OWN = '@latchkey/';

/** Before the name of a member that begins like one of those, and is none: what a peer sends stays what it is. */
const NAMED = '@latchkey/named/';

const isStoredBytes = (value: unknown): value is StoredBytes => typeof membersOf(value)['@latchkey/bytes'] === 'string';

/** Many storages give `null` for what they do not have. */
const NULL = { '@latchkey/null': true } as const;

const isNull = (value: unknown): value is typeof NULL => membersOf(value)['@latchkey/null'] === true;

/** A record in a form that JSON keeps as it is, and that no storage takes for nothing: bytes are written in hex. */
export const toStorable = (value: unknown): unknown => (value === null ? NULL : written(value));

const written = (value: unknown): unknown => {
  if (value instanceof ArrayBuffer)
    return { '@latchkey/bytes': bytesToHex(new Uint8Array(value)), of: 'ArrayBuffer' } satisfies StoredBytes;
  if (value instanceof Uint8Array) return { '@latchkey/bytes': bytesToHex(value), of: 'Uint8Array' } satisfies StoredBytes;
  if (Array.isArray(value)) return value.map(written);
  if (typeof value !== 'object' || value === null) return value;
  // Of a key, which holds a buffer: nothing that a peer sends does.
  const isOwn = isStoredKey(value);
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name.startsWith(OWN) && !isOwn ? NAMED + name : name, written(member)]),
  );
};

/** The record that was written with {@link toStorable}; a key is ready for use. */
export const fromStorable = (stored: unknown): unknown | Promise<unknown> => {
  if (typeof stored !== 'object' || stored === null) return stored;
  const value = restored(stored);
  // Thousands of records are none of these.
  if (!Object.keys(stored).some((name) => name.startsWith(OWN))) return value;
  if (isNull(stored)) return null;
  return isStoredKey(value) ? openKey(value) : value;
};

const bytesOf = ({ of, '@latchkey/bytes': hex }: StoredBytes): ArrayBuffer | Uint8Array => {
  const bytes = hexToBytes(hex);
  return of === 'ArrayBuffer' ? bytes.buffer : bytes;
};

const restored = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(restored);
  const copy: Record<string, unknown> = { ...value };
  const names = Object.keys(copy);
  let isNamed = false;
  for (const name of names) {
    if (typeof copy[name] === 'object') copy[name] = restored(copy[name]);
    if (!name.startsWith(OWN)) continue;
    if (isStoredBytes(value)) return bytesOf(value);
    isNamed ||= name.startsWith(NAMED);
  }
  if (!isNamed) return copy;
  return Object.fromEntries(names.map((name) => [name.startsWith(NAMED) ? name.slice(NAMED.length) : name, copy[name]]));
};
