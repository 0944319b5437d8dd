const PREFIX = '@latchkey/wc/';

/** What the names of the engine's records begin with. */
export const PROTOCOL_RECORDS = {
  sessions: `${PREFIX}session/`,
  pairings: `${PREFIX}pairing/`,
  proposals: `${PREFIX}proposal/`,
  requests: `${PREFIX}request/`,
  authRequests: `${PREFIX}auth/`,
} as const;

/** The record of a session, by its topic. */
export const sessionRecord = (topic: string): string => PROTOCOL_RECORDS.sessions + topic;

/** The record of a proposal, by its id. */
export const proposalRecord = (id: number): string => PROTOCOL_RECORDS.proposals + id;

/** The record of a pairing, by its topic. */
export const pairingRecord = (topic: string): string => PROTOCOL_RECORDS.pairings + topic;

/** The one record of the links of peers that take messages by link. */
export const LINKS_RECORD = `${PREFIX}links`;

/** What the names of the values begin with that hosts see as `core.storage`, where they gave no storage of their own. */
export const HOST_VALUES = 'values/';
