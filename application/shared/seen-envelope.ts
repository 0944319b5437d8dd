/** What the names of all records of seen envelopes begin with. */
export const SEEN_ENVELOPES = '@latchkey/wc/seen/';

/** The record that says when an envelope was taken up, in milliseconds since 1970. @param id its SHA-256, hex; empty for the beginning of a topic's */
export const seenEnvelope = (topic: string, id: string): string => `${SEEN_ENVELOPES}${topic}/${id}`;
