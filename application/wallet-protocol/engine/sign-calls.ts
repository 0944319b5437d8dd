import type { Cacao } from '../../../domain/wallet-protocol/authentication/cacao.js';
import type { RpcErrorObject } from '../../../domain/wallet-protocol/json-rpc.js';
import type { RelayProtocol } from '../../../domain/wallet-protocol/proposal.js';
import type { ProposalDemands, SessionGrants } from '../../../domain/wallet-protocol/rules/grants.js';
import type { ProtocolSession } from '../../../domain/wallet-protocol/session.js';

/** What an app asks for with `connect()`. */
export interface ConnectParams {
  readonly requiredNamespaces?: ProposalDemands | undefined;
  readonly optionalNamespaces?: ProposalDemands | undefined;
  readonly sessionProperties?: Readonly<Record<string, string>> | undefined;
  readonly scopedProperties?: Readonly<Record<string, unknown>> | undefined;
  /** A pairing that is there already. Default: a new one. */
  readonly pairingTopic?: string | undefined;
  /** Default `irn`. */
  readonly relays?: readonly RelayProtocol[] | undefined;
}

/** A proposal on its way. */
export interface Connecting {
  /** Secret: what the wallet scans. Left out on a pairing that was there already. */
  readonly uri?: string;
  /**
   * The session, also one that came before this was called.
   * @throws PeerError what the wallet has against it
   * @throws LatchkeyError `pairing/expired`, `config/disposed`
   */
  readonly approval: () => Promise<ProtocolSession>;
}

/** What a wallet allows. */
export interface ApproveParams {
  /** Of the proposal. */
  readonly id: number;
  readonly namespaces: SessionGrants;
  readonly sessionProperties?: Readonly<Record<string, string>>;
  readonly scopedProperties?: Readonly<Record<string, unknown>>;
  readonly sessionConfig?: { readonly disableDeepLink?: boolean };
  /** Default `irn`. */
  readonly relayProtocol?: string;
}

/** A session that was offered to the app. */
export interface Approval {
  readonly topic: string;
  /**
   * The session, once the app has answered.
   * @throws PeerError what the app has against it
   * @throws LatchkeyError `wallet-protocol/request-expired`, `wallet-protocol/user-disconnected`, `config/disposed`
   */
  readonly acknowledged: () => Promise<ProtocolSession>;
}

/** What a wallet's owner has signed. */
export interface ApproveAuthParams {
  /** Of the request. */
  readonly id: number;
  readonly auths: readonly Cacao[];
}

/** Why a proposal or a request to sign in is declined. */
export interface RejectParams {
  /** Of the proposal or the request. */
  readonly id: number;
  readonly reason: RpcErrorObject;
}

/** A change that a peer is told of. */
export interface Told {
  /** Until the peer has answered. */
  readonly acknowledged: () => Promise<void>;
}

/** What an app asks a wallet to do. */
export interface RequestParams {
  readonly topic: string;
  readonly request: { readonly method: string; readonly params: unknown };
  readonly chainId: string;
  /** Seconds. Default 300. */
  readonly expiry?: number;
}

/** What is told to the peer of a session. */
export interface EmitParams {
  readonly topic: string;
  readonly event: { readonly name: string; readonly data: unknown };
  readonly chainId: string;
}

/** A request to sign in on its way. */
export interface Authenticating {
  /** Secret: what the wallet scans, or the link that brings it there. */
  readonly uri: string;
  readonly response: () => Promise<SignedIn>;
}

/** What came of a request to sign in. */
export interface SignedIn {
  /** Left out where the wallet took the fallback proposal. */
  readonly auths?: readonly Cacao[];
  /** Left out where the sign-in grants no method. */
  readonly session?: ProtocolSession;
}
