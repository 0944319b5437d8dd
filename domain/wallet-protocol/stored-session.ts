import { isObject } from './is-object.js';
import type { ProtocolSession } from './session.js';
import { readGrantTable } from './session-grants.js';

/** A session as it is kept: what every start needs of it, and the whole as a text, which is read when the session is used. */
export interface StoredSession {
  readonly topic: string;
  /** Seconds since 1970. */
  readonly expiry: number;
  /** JSON with its two kinds of quotes swapped: a storage that keeps JSON need not escape every quote, and reads it several times as fast. */
  readonly text: string;
}

const swapQuotes = (text: string): string => text.replace(/["']/g, (quote) => (quote === '"' ? "'" : '"'));

/** The record of a session. */
export const storedSession = (session: ProtocolSession): StoredSession => {
  const { topic, expiry } = session;
  return { topic, expiry, text: swapQuotes(JSON.stringify(session)) };
};

/** What a record of a session says without being read, also one of an earlier version; `null` for one that says nothing. */
export const briefOfSession = (record: unknown): { readonly key: string; readonly expiry: number } | null =>
  isObject(record) && typeof record.topic === 'string' && typeof record.expiry === 'number'
    ? { key: record.topic, expiry: record.expiry }
    : null;

/**
 * Reads the record of a session, `null` for what is none: its text, or in the form of an earlier version the session itself. It is this
 * engine's own writing: what is checked is that it is whole.
 */
export const readStoredSession = (value: unknown): ProtocolSession | null => {
  if (!isObject(value) || typeof value.text !== 'string') return wholeSession(value);
  const session = wholeSession(parsed(value.text));
  return session?.topic === value.topic ? session : null;
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(swapQuotes(text));
  } catch {
    return null;
  }
};

const wholeSession = (value: unknown): ProtocolSession | null =>
  isObject(value) &&
  typeof value.topic === 'string' &&
  typeof value.expiry === 'number' &&
  typeof value.controller === 'string' &&
  isObject(value.peer) &&
  isObject(value.peer.metadata) &&
  isObject(value.self) &&
  readGrantTable(value.namespaces) !== null
    ? // The rest was written with it.
      ({ ...value } as Readonly<Record<string, unknown>> & ProtocolSession)
    : null;
