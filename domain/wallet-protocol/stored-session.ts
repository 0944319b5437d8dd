import * as v from 'valibot';
import { parseJson, parseOrNull } from '../wire.js';
import type { ProtocolSession } from './session.js';
import { storedGrantsSchema } from './session-grants.js';

/** A stored session: the members that each page load needs, and the whole session as text, parsed on first use. */
export interface StoredSession {
  readonly topic: string;
  /** Seconds since 1970. */
  readonly expiry: number;
  /**
   * JSON with single and double quotes swapped: storage that serializes to JSON need not escape the quotes, which makes reading several
   * times faster.
   */
  readonly text: string;
}

const swapQuotes = (text: string): string => text.replace(/["']/g, (quote) => (quote === '"' ? "'" : '"'));

export const toStoredSession = (session: ProtocolSession): StoredSession => {
  const { topic, expiry } = session;
  return { topic, expiry, text: swapQuotes(JSON.stringify(session)) };
};

const summarySchema = v.object({ topic: v.string(), expiry: v.number() });

/** Reads topic and expiry without parsing the session, also from records of earlier versions; `null` if the record is invalid. */
export const storedSessionSummary = (record: unknown): { readonly key: string; readonly expiry: number } | null => {
  const summary = parseOrNull(summarySchema, record);
  return summary === null ? null : { key: summary.topic, expiry: summary.expiry };
};

const storedSchema = v.object({ topic: v.string(), text: v.string() });

const sessionSchema = v.looseObject({
  topic: v.string(),
  expiry: v.number(),
  controller: v.string(),
  peer: v.looseObject({ metadata: v.looseObject({}) }),
  self: v.looseObject({}),
  namespaces: storedGrantsSchema,
});

// Checks only completeness: the other members were written together with these.
const readSession = (value: unknown): ProtocolSession | null => parseOrNull(sessionSchema, value) as ProtocolSession | null;

/**
 * Reads a stored session; `null` if it is invalid. Records of earlier versions are the session itself. Checks only completeness, because
 * this engine wrote it.
 */
export const readStoredSession = (value: unknown): ProtocolSession | null => {
  const stored = parseOrNull(storedSchema, value);
  if (stored === null) return readSession(value);
  const session = readSession(parseJson(swapQuotes(stored.text)));
  return session?.topic === stored.topic ? session : null;
};
