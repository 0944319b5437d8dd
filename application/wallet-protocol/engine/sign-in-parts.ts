import type { ProposeInput } from './connect-input.js';
import type { OutcomeTaker } from './outcomes.js';
import type { Pairings } from './pairings.js';
import type { SignInProofs } from './sign-in-proofs.js';
import type { Authenticated } from './sign-in-waits.js';

/** A wallet that was asked to sign in. */
export interface SigningIn {
  readonly id: number;
  /** Secret: it holds the pairing's key. In link mode the link that hands the request to the wallet. */
  readonly uri: string;
  /**
   * What came of it. Never an unhandled rejection, and never too late for an answer.
   * @throws PeerError what the wallet answered instead
   * @throws LatchkeyError `wallet-protocol/settlement-failed`, `wallet-protocol/request-expired`, `wallet/invalid-response`, `config/disposed`
   */
  readonly response: Promise<Authenticated>;
}

/** The proposal that goes with a request, for wallets that know proposals only. */
export interface FallbackProposals {
  follow(taker: OutcomeTaker): () => void;
  propose(input: ProposeInput, signal: AbortSignal): Promise<unknown>;
  withdraw(id: number): Promise<void>;
}

/** Universal links of the wallets that have taken a message by link before. */
export interface KnownLinks {
  known(): readonly string[];
  remember(link: string): Promise<void>;
}

/** What signing in is made of, beside the context. */
export interface AuthenticatingParts {
  readonly pairings: Pick<Pairings, 'make' | 'remove' | 'activate' | 'setPeer'>;
  readonly proposals: FallbackProposals;
  readonly proofs: Pick<SignInProofs, 'faultOf'>;
  readonly links: KnownLinks;
}
