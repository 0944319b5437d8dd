import { isPlainObject } from '../primitives.js';

/** Under what name the keychain holds the seed of the client's identity at relays. */
export const CLIENT_SEED = 'client_ed25519_seed';

/** 32 bytes in hex: a topic, a public key, a secret key. */
const HEX_32 = /^[0-9a-f]{64}$/i;

/** Whether a value is 32 bytes in hex. */
export const isHex32 = (value: unknown): value is string => typeof value === 'string' && HEX_32.test(value);

/**
 * The keys of an official client: of topics under the topic, secret ones of key pairs under the public key, and the seed of its
 * identity. What is none is left out; the names of those come back beside.
 */
export const readOfficialKeychain = (
  value: unknown,
): { readonly keys: ReadonlyMap<string, string>; readonly malformed: readonly string[] } => {
  const keys = new Map<string, string>();
  const malformed: string[] = [];
  for (const [name, key] of isPlainObject(value) ? Object.entries(value) : []) {
    if ((name === CLIENT_SEED || isHex32(name)) && isHex32(key)) keys.set(name, key);
    else malformed.push(name);
  }
  return { keys, malformed };
};
