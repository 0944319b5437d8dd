import { readAuthRequest } from './authentication/auth-request.js';
import { isObject } from './is-object.js';
import type { PendingAuthRequest } from './pending-auth-request.js';

/** Reads the record of a request to sign in, `null` for what is none. It is this engine's own writing: what is checked is that it is whole. */
export const readStoredAuthRequest = (value: unknown): PendingAuthRequest | null =>
  isObject(value) &&
  typeof value.id === 'number' &&
  typeof value.pairingTopic === 'string' &&
  typeof value.isOwn === 'boolean' &&
  (value.transportType === 'relay' || value.transportType === 'link_mode') &&
  readAuthRequest(value) !== null
    ? // The rest was written with it.
      ({ ...value } as Readonly<Record<string, unknown>> & PendingAuthRequest)
    : null;
