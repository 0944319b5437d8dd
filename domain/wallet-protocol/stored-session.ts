import * as v from 'valibot';
import { read, readJson } from '../wire.js';
import type { ProtocolSession } from './session.js';
import { grantTableSchema } from './session-grants.js';

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

const briefSchema = v.object({ topic: v.string(), expiry: v.number() });

/** What a record of a session says without being read, also one of an earlier version; `null` for one that says nothing. */
export const briefOfSession = (record: unknown): { readonly key: string; readonly expiry: number } | null => {
  const brief = read(briefSchema, record);
  return brief === null ? null : { key: brief.topic, expiry: brief.expiry };
};

const storedSchema = v.object({ topic: v.string(), text: v.string() });

const sessionSchema = v.looseObject({
  topic: v.string(),
  expiry: v.number(),
  controller: v.string(),
  peer: v.looseObject({ metadata: v.looseObject({}) }),
  self: v.looseObject({}),
  namespaces: grantTableSchema,
});

// The rest was written with what is checked.
const wholeSession = (value: unknown): ProtocolSession | null => read(sessionSchema, value) as ProtocolSession | null;

/**
 * Reads the record of a session, `null` for what is none: its text, or in the form of an earlier version the session itself. It is this
 * engine's own writing: what is checked is that it is whole.
 */
export const readStoredSession = (value: unknown): ProtocolSession | null => {
  const stored = read(storedSchema, value);
  if (stored === null) return wholeSession(value);
  const session = wholeSession(readJson(swapQuotes(stored.text)));
  return session?.topic === stored.topic ? session : null;
};
