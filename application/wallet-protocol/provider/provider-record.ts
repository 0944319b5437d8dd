/** The prefix of everything that a universal provider keeps, where the official one keeps its own. */
export const PROVIDER_RECORDS = 'wc@2:universal_provider:';

/** The record of a part of what a universal provider keeps of a session. */
export const providerRecord = (part: string, topic: string): string => `${PROVIDER_RECORDS}/${part}${topic}`;
