/** Key prefix of the records of seen envelopes. */
export const SEEN_ENVELOPE_PREFIX = '@latchkey/wc/seen/';

/**
 * Key of the record that stores when an envelope was received, in milliseconds since the Unix epoch.
 * @param id SHA-256 of the envelope, hex; empty for the key prefix of a topic
 */
export const seenEnvelopeKey = (topic: string, id: string): string => `${SEEN_ENVELOPE_PREFIX}${topic}/${id}`;
