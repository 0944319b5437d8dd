import type { VerifyContext } from './origin/verify-context.js';
import type { ProposalDemands } from './rules/grants.js';
import type { Participant } from './session.js';

/** A relay that a party offers to talk over. */
export interface RelayProtocol {
  readonly protocol: string;
  readonly data?: string;
}

/**
 * A proposal of a session, at the party that made it and at the one that was sent it.
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign/data-structures
 */
export interface Proposal {
  /** Id of the `wc_sessionPropose` call. */
  readonly id: number;
  readonly pairingTopic: string;
  /** Seconds since 1970. */
  readonly expiryTimestamp: number;
  readonly relays: readonly RelayProtocol[];
  readonly proposer: Participant;
  readonly requiredNamespaces: ProposalDemands;
  readonly optionalNamespaces: ProposalDemands;
  readonly sessionProperties?: Readonly<Record<string, string>>;
  readonly scopedProperties?: Readonly<Record<string, unknown>>;
  /** Whether this party made it. */
  readonly isOwn: boolean;
  /** Own, on a pairing that serves no other: set once a wallet can know of it. */
  readonly isShown?: boolean;
  /** Own: set once the wallet said yes, where it settles the session. */
  readonly sessionTopic?: string;
  /** Sent to us: where it came from. */
  readonly verifyContext?: VerifyContext;
}

/** A proposal whose session is looked after by somebody else, or is over. */
export const withoutSession = ({ sessionTopic: _, ...proposal }: Proposal): Proposal => proposal;
