import type { Pair } from './pairs.js';

/** A scenario that an official client fails. */
export interface OfficialFault {
  readonly scenario: string;
  readonly role: 'app' | 'wallet';
  readonly versions: readonly string[];
  readonly reason: string;
}

/** Known failures of the official clients with any peer. They are still run and must fail; remove an entry once it passes. */
const OFFICIAL_FAULTS: readonly OfficialFault[] = [
  {
    scenario: 'deletes the proposal of a settled session on both sides',
    role: 'app',
    versions: ['2.17.2'],
    reason: 'it keeps the proposal until it expires after five minutes',
  },
  {
    scenario: 'settles a session if the app restarts between proposal and approval',
    role: 'app',
    versions: ['2.17.2'],
    reason: 'it keeps pending approvals in memory only, and does not store sessions without one',
  },
];

/** Returns the known failure of a pair in a scenario; `null` if it must pass. */
export const faultOf = (scenario: string, pair: Pair): OfficialFault | null =>
  OFFICIAL_FAULTS.find(
    ({ scenario: name, role, versions }) => name === scenario && versions.some((version) => pair[role].name === `sign-client ${version}`),
  ) ?? null;

/**
 * Unhandled rejections of the official clients: expired waits without a response, a redelivered session deletion before its
 * acknowledgement, and, in older versions, publications on a connection that is cut at the end of a test.
 */
export const OFFICIAL_UNHANDLED_REJECTIONS = [
  'Request expired. Please try again.',
  'Proposal expired',
  '.onSessionDeleteRequest (',
  'relayer.request - publish interrupted',
];
