import { isObject } from '../is-object.js';
import type { SignInFields } from './cacao.js';

/** Longest list that a peer is taken seriously with. */
const MAX_ITEMS = 1_000;

/** A list of texts; `null` when it is none. */
export const textsOf = (value: unknown): readonly string[] | null =>
  Array.isArray(value) && value.length <= MAX_ITEMS && value.every((item) => typeof item === 'string') ? value : null;

const OPTIONAL = ['nbf', 'exp', 'statement', 'requestId', 'type'] as const;

/**
 * Reads what a sign-in says; `null` when a field is missing or of another kind. Some wallets send `null` for what is not
 * there, some the version as a number.
 */
export const readSignInFields = (value: unknown): SignInFields | null => {
  if (!isObject(value)) return null;
  const { domain, aud, uri, version, nonce, iat, resources } = value;
  const address = aud ?? uri;
  const required = { domain, aud: address, version: typeof version === 'number' ? String(version) : version, nonce, iat };
  if (Object.values(required).some((field) => typeof field !== 'string')) return null;
  const optional = OPTIONAL.filter((name) => value[name] !== undefined && value[name] !== null);
  if (optional.some((name) => typeof value[name] !== 'string')) return null;
  const list = resources === undefined || resources === null ? undefined : textsOf(resources);
  if (list === null) return null;
  return {
    // Each of them was checked.
    ...(required as Record<keyof typeof required, string>),
    ...Object.fromEntries(optional.map((name) => [name, value[name]])),
    ...(list === undefined ? {} : { resources: list }),
  };
};
