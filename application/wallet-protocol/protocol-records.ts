const PREFIX = '@latchkey/wc/';

/** Key prefixes of the engine's records. */
export const RECORD_PREFIXES = {
  sessions: `${PREFIX}session/`,
  pairings: `${PREFIX}pairing/`,
  proposals: `${PREFIX}proposal/`,
  requests: `${PREFIX}request/`,
  authRequests: `${PREFIX}auth/`,
  broadcasts: `${PREFIX}broadcast/`,
} as const;

export const sessionRecordKey = (topic: string): string => RECORD_PREFIXES.sessions + topic;

export const proposalRecordKey = (id: number): string => RECORD_PREFIXES.proposals + id;

export const pairingRecordKey = (topic: string): string => RECORD_PREFIXES.pairings + topic;

export const broadcastRequestKey = (id: number): string => RECORD_PREFIXES.broadcasts + id;

/** Key of the record of all link mode peers. */
export const LINKS_RECORD_KEY = `${PREFIX}links`;

/** Prefix of the values of the universal provider that shares the modal's connection. */
export const PROVIDER_VALUES_PREFIX = `${PREFIX}provider/`;

/** Prefix of the values that apps see as `core.storage`, unless they supplied their own storage. */
export const APP_VALUES_PREFIX = 'values/';
