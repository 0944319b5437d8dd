import type { Pair } from './pairs.js';

/** A scenario that an official client does not play to its end. */
export interface OfficialFault {
  readonly scenario: string;
  readonly role: 'app' | 'wallet';
  readonly versions: readonly string[];
  readonly why: string;
}

/**
 * Where the official clients themselves fail, whoever the other is. Each is tried all the same: one that goes away has to leave this table.
 */
const OFFICIAL_FAULTS: readonly OfficialFault[] = [
  {
    scenario: 'forgets, at both ends, the proposal of a session that is settled',
    role: 'app',
    versions: ['2.17.2'],
    why: 'it keeps the proposal until its five minutes are over',
  },
  {
    scenario: 'settles a session when the app has started again between proposal and approval',
    role: 'app',
    versions: ['2.17.2'],
    why: 'it remembers in memory only what it waits for, and stores no session that nobody waits for',
  },
];

/** Why a pair does not play a scenario to its end; `null` where it has to. */
export const faultOf = (scenario: string, pair: Pair): OfficialFault | null =>
  OFFICIAL_FAULTS.find(
    ({ scenario: name, role, versions }) => name === scenario && versions.some((version) => pair[role].name === `sign-client ${version}`),
  ) ?? null;

/**
 * What official clients let reject without anybody to handle it: the timers of what they wait for, when it ends without an answer; the end of a
 * session that the relay hands over again before they said that they have it; in the older ones also a publication whose line is cut, as at the
 * end of each test.
 */
export const UNHANDLED_BY_OFFICIALS = [
  'Request expired. Please try again.',
  'Proposal expired',
  '.onSessionDeleteRequest (',
  'relayer.request - publish interrupted',
];
