import { isObject } from './is-object.js';
import type { ProtocolSession } from './session.js';
import { readSessionGrants } from './session-grants.js';

/** Reads the record of a session, `null` for what is none. It is this engine's own writing: what is checked is that it is whole. */
export const readStoredSession = (value: unknown): ProtocolSession | null =>
  isObject(value) &&
  typeof value.topic === 'string' &&
  typeof value.expiry === 'number' &&
  typeof value.controller === 'string' &&
  isObject(value.peer) &&
  isObject(value.peer.metadata) &&
  isObject(value.self) &&
  readSessionGrants(value.namespaces) !== null
    ? // The rest was written with it.
      ({ ...value } as Readonly<Record<string, unknown>> & ProtocolSession)
    : null;
