import type { RelayProtocol } from './proposal.js';
import type { PeerMetadata } from './session.js';

/** A topic on which two parties meet before they have a session. @see https://specs.walletconnect.com/2.0/specs/clients/core/pairing/data-structures */
export interface Pairing {
  readonly topic: string;
  /** Seconds since 1970. */
  readonly expiry: number;
  readonly relay: RelayProtocol;
  /** Whether the peer has been heard on it. */
  readonly active: boolean;
  readonly peerMetadata?: PeerMetadata;
  /** Calls that it was made for, where its URI names them. */
  readonly methods?: readonly string[];
}
