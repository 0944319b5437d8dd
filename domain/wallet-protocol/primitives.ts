import * as v from 'valibot';
import { isObject } from '../wire.js';

/** Tests for a string that is not blank. */
export const isNonEmptyString = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

export const nonEmptyStringSchema = v.custom<string>(isNonEmptyString);

/** Tests for a number other than `NaN`. */
export const isNumber = (value: unknown): value is number => typeof value === 'number' && !Number.isNaN(value);

/** Tests for a plain object, also of another window. */
export const isPlainObject = (value: unknown): value is Readonly<Record<string, unknown>> => {
  if (!isObject(value) || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype !== null && Object.getPrototypeOf(prototype) === null;
};

/** Tests for a plain object with at least one member. */
export const isNonEmptyObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  isPlainObject(value) && Object.keys(value).length > 0;

/**
 * Tests for the form `namespace:reference`, with any namespace: the protocol allows more than Latchkey supports. @see
 * https://chainagnostic.org/CAIPs/caip-2
 */
export const isChainIdString = (value: unknown): value is string => isNonEmptyString(value) && value.split(':').length === 2;

/** Tests for the form `namespace:reference:address`. @see https://chainagnostic.org/CAIPs/caip-10 */
export const isAccountIdString = (value: unknown): value is string => {
  const segments = isNonEmptyString(value) ? value.split(':') : [];
  return segments.length === 3 && segments[2] !== '';
};

/** Tests for a list of non-blank strings. It may be empty. */
export const isStringList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && Array.from(value).every(isNonEmptyString);

/** URLs with schemes that require a host. @see https://url.spec.whatwg.org/#special-scheme */
const WITH_HOST = /^(?:https?|wss?|ftp):[/\\]*(?:[^/\\?#@\s]*@)?[^/\\?#:@\s]/i;
const WITHOUT_HOST = /^(?!(?:https?|wss?|ftp):)[a-z][a-z0-9+.-]*:/i;

/** Tests for an absolute URL. */
export const isUrl = (text: string): boolean => WITH_HOST.test(text) || WITHOUT_HOST.test(text);

/** Tests for an HTTP or HTTPS URL. @see https://www.rfc-editor.org/rfc/rfc9110#section-4.2 */
export const isHttpUrl = (value: unknown): value is string =>
  isNonEmptyString(value) && /^https?:\/\/[^/\\?#:@\s](?:[^\s\\]*)$/i.test(value) && isUrl(value);

/** Tests for a relay with a protocol. */
export const isRelay = (value: unknown): boolean => isObject(value) && isNonEmptyString(value.protocol);

/** Tests for a non-empty list of relays, whose protocol is optional. */
export const isRelayList = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length > 0 &&
  Array.from(value).every((relay) => isObject(relay) && (relay.protocol === undefined || isNonEmptyString(relay.protocol)));

/** Tests for a rejection reason: a code other than 0 and a message. */
export const isReason = (value: unknown): value is { readonly code: number; readonly message: string } =>
  isObject(value) && isNumber(value.code) && value.code !== 0 && isNonEmptyString(value.message);

/** Tests for a JSON-RPC response: an id, a version, and a result or an error. @see https://www.jsonrpc.org/specification#response_object */
export const isRpcResponse = (value: unknown): boolean =>
  isObject(value) && (value.result !== undefined || value.error !== undefined) && isNumber(value.id) && isNonEmptyString(value.jsonrpc);

export const isSubset = (items: readonly string[], all: readonly string[]): boolean => items.every((item) => all.includes(item));

/** Tests whether a time has passed; true if it is not a number. @param expiry seconds since 1970 */
export const isExpired = (expiry: unknown, nowMs: number): boolean => !(isNumber(expiry) && expiry * 1_000 > nowMs);
