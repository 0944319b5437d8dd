import { isPlainObject } from '../primitives.js';
import { isHex32 } from './official-keychain.js';

/**
 * The envelopes that an official client remembers, by topic, each by its SHA-256 with its text. Whatever is none is left out.
 * The records are those named `messages`: taken up or sent; and `messages_withoutClientAck`: received, and not taken up yet.
 */
export const readOfficialMessages = (value: unknown): ReadonlyMap<string, ReadonlyMap<string, string>> => {
  const topics = new Map<string, ReadonlyMap<string, string>>();
  for (const [topic, messages] of isPlainObject(value) ? Object.entries(value) : []) {
    const entries = isPlainObject(messages) ? Object.entries(messages) : [];
    const known = entries.filter((entry): entry is [string, string] => isHex32(entry[0]) && typeof entry[1] === 'string');
    if (isHex32(topic) && known.length > 0) topics.set(topic, new Map(known));
  }
  return topics;
};
