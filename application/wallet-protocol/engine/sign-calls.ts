import type { Cacao } from '../../../domain/sign-in/cacao.js';
import type { RpcErrorObject } from '../../../domain/wallet-protocol/json-rpc.js';
import type { RelayProtocol } from '../../../domain/wallet-protocol/proposal.js';
import type { RequestedNamespaces, SessionGrants } from '../../../domain/wallet-protocol/rules/grants.js';
import type { ProtocolSession } from '../../../domain/wallet-protocol/session.js';

/** Params of `connect()`. */
export interface ConnectParams {
  readonly requiredNamespaces?: RequestedNamespaces | undefined;
  readonly optionalNamespaces?: RequestedNamespaces | undefined;
  readonly sessionProperties?: Readonly<Record<string, string>> | undefined;
  readonly scopedProperties?: Readonly<Record<string, unknown>> | undefined;
  /** Topic of an existing pairing. Default: a new one. */
  readonly pairingTopic?: string | undefined;
  /** Default `irn`. */
  readonly relays?: readonly RelayProtocol[] | undefined;
}

/** A published proposal. */
export interface PendingConnection {
  /** Secret: the pairing URI. Omitted on an existing pairing. */
  readonly uri?: string;
  /**
   * Resolves with the session, also if it was settled before this call.
   * @throws PeerError the wallet's error response
   * @throws LatchkeyError `pairing/expired`, `config/disposed`
   */
  readonly approval: () => Promise<ProtocolSession>;
}

/** Params of `approve()`. */
export interface ApproveParams {
  /** Proposal id. */
  readonly id: number;
  readonly namespaces: SessionGrants;
  readonly sessionProperties?: Readonly<Record<string, string>>;
  readonly scopedProperties?: Readonly<Record<string, unknown>>;
  readonly sessionConfig?: { readonly disableDeepLink?: boolean };
  /** Default `irn`. */
  readonly relayProtocol?: string;
}

/** A session that was settled with the app. */
export interface Approval {
  readonly topic: string;
  /**
   * Resolves with the session once the app has acknowledged it.
   * @throws PeerError the app's error response
   * @throws LatchkeyError `wallet-protocol/request-expired`, `wallet-protocol/user-disconnected`, `config/disposed`
   */
  readonly acknowledged: () => Promise<ProtocolSession>;
}

/** Params of `approveSessionAuthenticate()`. */
export interface ApproveAuthParams {
  /** Request id. */
  readonly id: number;
  readonly auths: readonly Cacao[];
}

/** Params of `reject()` and `rejectSessionAuthenticate()`. */
export interface RejectParams {
  /** Proposal or request id. */
  readonly id: number;
  readonly reason: RpcErrorObject;
}

/** A published session update or extension. */
export interface PendingAcknowledgement {
  /** Resolves once the peer has acknowledged it. */
  readonly acknowledged: () => Promise<void>;
}

/** Params of `request()`. */
export interface RequestParams {
  readonly topic: string;
  readonly request: { readonly method: string; readonly params: unknown };
  readonly chainId: string;
  /** Seconds. Default 300. */
  readonly expiry?: number;
}

/** Params of `emit()`. */
export interface EmitParams {
  readonly topic: string;
  readonly event: { readonly name: string; readonly data: unknown };
  readonly chainId: string;
}

/** A published sign-in request. */
export interface PendingAuthentication {
  /** Secret: the pairing URI, or in link mode the link that carries the request. */
  readonly uri: string;
  readonly response: () => Promise<SignInResult>;
}

/** Result of a sign-in request. */
export interface SignInResult {
  /** Omitted if the wallet approved the fallback proposal. */
  readonly auths?: readonly Cacao[];
  /** Omitted if the sign-in grants no method. */
  readonly session?: ProtocolSession;
}
