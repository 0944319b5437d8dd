import { fromBase64Url, isWellFormed } from './encode.js';
import { ENTROPY_BYTES, IV_BYTES, KEY_BYTES, MAX_POLICY_BYTES, TAG_BYTES } from './seal.js';
import type { Statement } from './statement.js';
import { PAIRS, type Pair, type Vault, type Wrap } from './vault.js';

// Written by hand, because the bundle of the worker holds no validation library. `schemas.ts` has the same as schemas.

type Test = (value: unknown) => boolean;

/** Tests for a plain object with exactly these members. */
export const hasShape = (value: unknown, members: Readonly<Record<string, Test>>): boolean => {
  if (typeof value !== 'object' || value === null || Object.keys(value).length !== Object.keys(members).length) return false;
  const own = new Map<string, unknown>(Object.entries(value));
  return Object.entries(members).every(([name, test]) => own.has(name) && test(own.get(name)));
};

export const isOneOf =
  (...values: readonly unknown[]): Test =>
  (value) =>
    values.includes(value);

export const matches =
  (pattern: RegExp): Test =>
  (value) =>
    typeof value === 'string' && pattern.test(value);

export const isListOf =
  (test: Test, { min, max }: { readonly min: number; readonly max: number }): Test =>
  (value) =>
    Array.isArray(value) && value.length >= min && value.length <= max && value.every(test);

/** Bytes in a buffer of their own, so that no other bytes travel with them. */
export const isBytes =
  ({ min, max = min }: { readonly min: number; readonly max?: number }): Test =>
  (value) =>
    value instanceof Uint8Array && value.length >= min && value.length <= max && value.buffer.byteLength === value.length;

/** Canonical base64url of so many bytes. */
export const isBase64UrlOf =
  (length: number): Test =>
  (value) => {
    if (typeof value !== 'string' || value.length !== Math.ceil((length * 4) / 3)) return false;
    try {
      return fromBase64Url(value).length === length;
    } catch {
      return false;
    }
  };

/** Tests for an integer of at least `min`. */
export const isIntegerFrom =
  (min: number): Test =>
  (value) =>
    Number.isSafeInteger(value) && Number(value) >= min;

/** Ids of wallets and devices. */
export const isId: Test = matches(/^[\w-]{1,64}$/);

const HEADER = { version: isOneOf(1), wallet: isId, epoch: isIntegerFrom(1), iv: isBase64UrlOf(IV_BYTES) };

/** Canonical base64url. */
const isBase64Url =
  ({ min, max }: { readonly min: number; readonly max: number }): Test =>
  (value) => {
    if (typeof value !== 'string' || value.length > Math.ceil((max * 4) / 3)) return false;
    try {
      return fromBase64Url(value).length >= min;
    } catch {
      return false;
    }
  };

/** With the entropy, a policy. */
const isSealedPolicy = isBase64Url({ min: ENTROPY_BYTES + TAG_BYTES + 1, max: ENTROPY_BYTES + TAG_BYTES + MAX_POLICY_BYTES });

export const isVault = (value: unknown): value is Vault =>
  memberOf(value, 'version') === 2
    ? hasShape(value, { ...HEADER, version: isOneOf(2), counter: isIntegerFrom(1), sealed: isSealedPolicy })
    : hasShape(value, { ...HEADER, sealed: isBase64UrlOf(ENTROPY_BYTES + TAG_BYTES) });

export const isPair = (value: unknown): value is Pair => Object.keys(PAIRS).some((pair) => pair === value);

/** Tests for the device of a wrap, which pairs without the secret of a device do not have. */
export const isDeviceOf = (pair: Pair): Test => (PAIRS[pair].includes('device') ? isId : isOneOf(''));

/** The member of an untrusted value; `undefined` if there is none. */
export const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined;

export const isWrap = (value: unknown): value is Wrap => {
  const pair = memberOf(value, 'pair');
  return (
    isPair(pair) &&
    hasShape(value, {
      ...HEADER,
      pair: isPair,
      device: isDeviceOf(pair),
      salt: isBase64UrlOf(KEY_BYTES),
      sealed: isBase64UrlOf(KEY_BYTES + TAG_BYTES),
    })
  );
};

const isText =
  (maxLength: number): Test =>
  (value) =>
    typeof value === 'string' && value.length <= maxLength && isWellFormed(value);

export const isStatement = (value: unknown): value is Statement =>
  hasShape(value, {
    action: matches(/^[a-z-]{1,64}$/),
    wallet: isId,
    nonce: matches(/^[\w-]{22,128}$/),
    parameters: isListOf(isText(1_024), { min: 0, max: 32 }),
  });
