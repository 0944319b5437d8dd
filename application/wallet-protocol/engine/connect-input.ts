import type { ProtocolProperties } from '../../../domain/wallet-protocol/properties.js';
import type { RelayProtocol } from '../../../domain/wallet-protocol/proposal.js';
import type { ProposalDemands } from '../../../domain/wallet-protocol/rules/grants.js';
import type { ProtocolSession } from '../../../domain/wallet-protocol/session.js';
import type { NewPairing, Pairings } from './pairings.js';

/** What is asked of a wallet. */
export interface ConnectInput {
  readonly requiredNamespaces?: ProposalDemands | undefined;
  readonly optionalNamespaces?: ProposalDemands | undefined;
  readonly sessionProperties?: ProtocolProperties['sessionProperties'] | undefined;
  readonly scopedProperties?: ProtocolProperties['scopedProperties'] | undefined;
  /** Default `irn`. */
  readonly relays?: readonly RelayProtocol[] | undefined;
  /** An active pairing to ask on; default: a new one. */
  readonly pairingTopic?: string | undefined;
}

/** What is asked, and how. */
export interface ProposeInput extends ConnectInput {
  /** Of the call; default a new one. */
  readonly id?: number;
  /** Made by the caller, who ends it where the proposal fails. */
  readonly pairing?: NewPairing;
}

/** A proposal that a wallet can take up. */
export interface ShownProposal {
  readonly id: number;
  /** Secret: it holds the pairing's key. `''` where the wallet has the pairing already. */
  readonly uri: string;
  /** When the URI is no longer shown as valid, in milliseconds since 1970. */
  readonly expiresAt: number;
}

/** A proposal of an earlier page, and the topics on which its wallet may have answered. */
export type LeftProposal = ShownProposal & { readonly topics: readonly string[] };

/** The topics that proposals are made on. */
export type ProposalPairings = Pick<Pairings, 'get' | 'make' | 'activate' | 'remove' | 'serve'> & {
  /** @param expiry of the proposal, in seconds since 1970 */
  readonly uriOf: (topic: string, expiry: number) => Promise<string | null>;
};

/** A wallet that was asked. */
export interface Connecting {
  readonly id: number;
  /** Left out where the wallet has the pairing already. */
  readonly uri?: string;
  /**
   * The session. Never an unhandled rejection, and never too late for an answer.
   * @throws PeerError what the wallet answered instead
   * @throws LatchkeyError `pairing/expired`, `wallet/invalid-response`, `config/disposed`
   */
  readonly approval: Promise<ProtocolSession>;
}
