import { isStoredKey, openKey } from './stored-key.js';

/** Bytes as JSON keeps them: what they were, in hex. */
interface StoredBytes {
  readonly '@latchkey/bytes': string;
  readonly of: 'ArrayBuffer' | 'Uint8Array';
}

const toHex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
const toBytes = (hex: string): Uint8Array<ArrayBuffer> => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

const isStoredBytes = (value: unknown): value is StoredBytes => typeof Object(value)['@latchkey/bytes'] === 'string';

/** Many storages give `null` for what they do not have. */
const NULL = { '@latchkey/null': true } as const;

const isNull = (value: unknown): value is typeof NULL => Object(value)['@latchkey/null'] === true;

/** A record in a form that JSON keeps as it is, and that no storage takes for nothing: bytes are written in hex. */
export const toStorable = (value: unknown): unknown => (value === null ? NULL : written(value));

const written = (value: unknown): unknown => {
  if (value instanceof ArrayBuffer) return { '@latchkey/bytes': toHex(new Uint8Array(value)), of: 'ArrayBuffer' } satisfies StoredBytes;
  if (value instanceof Uint8Array) return { '@latchkey/bytes': toHex(value), of: 'Uint8Array' } satisfies StoredBytes;
  if (Array.isArray(value)) return value.map(written);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, written(member)]));
};

/** The record that was written with {@link toStorable}; a key is ready for use. */
export const fromStorable = (stored: unknown): unknown | Promise<unknown> => {
  if (isNull(stored)) return null;
  const value = restored(stored);
  return isStoredKey(value) ? openKey(value) : value;
};

const restored = (value: unknown): unknown => {
  if (isStoredBytes(value)) {
    const bytes = toBytes(value['@latchkey/bytes']);
    return value.of === 'ArrayBuffer' ? bytes.buffer : bytes;
  }
  if (Array.isArray(value)) return value.map(restored);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, restored(member)]));
};
