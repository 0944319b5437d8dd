import * as v from 'valibot';
import { isObject } from '../wire.js';
import { base64ToText } from './base64.js';

/** Whether a value is a text with something in it. */
export const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

/** A text with something in it. */
export const textSchema = v.custom<string>(isText);

/** Whether a value is a number, `NaN` excluded. */
export const isNumber = (value: unknown): value is number => typeof value === 'number' && !Number.isNaN(value);

/** Whether a value is an object as braces write it, of whichever window, with or without members. */
export const isPlainObject = (value: unknown): value is Readonly<Record<string, unknown>> => {
  if (!isObject(value) || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype !== null && Object.getPrototypeOf(prototype) === null;
};

/** Whether a value is an object as braces write it, with at least one member. */
export const hasData = (value: unknown): value is Readonly<Record<string, unknown>> =>
  isPlainObject(value) && Object.keys(value).length > 0;

/** Whether a value has the form `namespace:reference`. The protocol does not look further: it knows namespaces that Latchkey does not. @see https://chainagnostic.org/CAIPs/caip-2 */
export const isChainText = (value: unknown): value is string => isText(value) && value.split(':').length === 2;

/** Whether a value has the form `namespace:reference:address`. @see https://chainagnostic.org/CAIPs/caip-10 */
export const isAccountText = (value: unknown): value is string => {
  const parts = isText(value) ? value.split(':') : [];
  return parts.length === 3 && parts[2] !== '';
};

/** Whether a value is a list of texts, each with something in it, or an empty list. */
export const isTextList = (value: unknown): value is readonly string[] => Array.isArray(value) && Array.from(value).every(isText);

/** Schemes that need a host. @see https://url.spec.whatwg.org/#special-scheme */
const WITH_HOST = /^(?:https?|wss?|ftp):[/\\]*(?:[^/\\?#@\s]*@)?[^/\\?#:@\s]/i;
const WITHOUT_HOST = /^(?!(?:https?|wss?|ftp):)[a-z][a-z0-9+.-]*:/i;

const isAddress = (text: string): boolean => WITH_HOST.test(text) || WITHOUT_HOST.test(text);

/** Whether a value is a URL, or base64 of one. */
export const isUrlText = (value: unknown): value is string =>
  isText(value) && (isAddress(value.trim()) || isAddress(base64ToText(value.trim()) ?? ''));

/** Whether a value is a URL that HTTP can be spoken with. @see https://www.rfc-editor.org/rfc/rfc9110#section-4.2 */
export const isHttpUrl = (value: unknown): value is string =>
  isText(value) && /^https?:\/\/[^/\\?#:@\s](?:[^\s\\]*)$/i.test(value) && isAddress(value);

/** Whether a value names a relay: its protocol is a text. */
export const isRelay = (value: unknown): boolean => isObject(value) && isText(value.protocol);

/** Whether a value is a list of relays, each of which may leave its protocol open. */
export const isRelayList = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length > 0 &&
  Array.from(value).every((relay) => isObject(relay) && (relay.protocol === undefined || isText(relay.protocol)));

/** Whether a value says why: a number that is not 0, and a text. */
export const isReason = (value: unknown): value is { readonly code: number; readonly message: string } =>
  isObject(value) && isNumber(value.code) && value.code !== 0 && isText(value.message);

/** Whether a value is an answer: an id, a version, and a result or an error. @see https://www.jsonrpc.org/specification#response_object */
export const isAnswer = (value: unknown): boolean =>
  isObject(value) && (value.result !== undefined || value.error !== undefined) && isNumber(value.id) && isText(value.jsonrpc);

/** Whether every item of one list is in the other. */
export const isSubset = (items: readonly string[], all: readonly string[]): boolean => items.every((item) => all.includes(item));

/** Whether a time is over; one that is no number is. @param expiry seconds since 1970 */
export const isOver = (expiry: unknown, nowMs: number): boolean => !(isNumber(expiry) && expiry * 1_000 > nowMs);
