import type { AuthenticateParams } from '../../../domain/wallet-protocol/authentication/auth-request.js';
import type { Cacao } from '../../../domain/wallet-protocol/authentication/cacao.js';
import type { SignInTextFields } from '../../../domain/wallet-protocol/authentication/sign-in-text.js';
import type { RpcErrorObject, RpcResponse } from '../../../domain/wallet-protocol/json-rpc.js';
import type { Pairing } from '../../../domain/wallet-protocol/pairing.js';
import type { PendingRequest } from '../../../domain/wallet-protocol/pending-request.js';
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
  readonly id: number;
  readonly namespaces: SessionGrants;
  readonly sessionProperties?: Readonly<Record<string, string>>;
  readonly scopedProperties?: Readonly<Record<string, unknown>>;
  readonly sessionConfig?: { readonly disableDeepLink?: boolean };
  readonly relayProtocol?: string;
}

/** Why something is declined. */
export interface RejectParams {
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

/**
 * Everything that a host or a wallet does with the engine. Parameters may be anything: they are read by the rules of the protocol.
 * @throws LatchkeyError `wallet-protocol/…`, `relay/…`, `config/disposed`
 * @throws PeerError
 */
export interface SignCalls {
  connect(params: ConnectParams): Promise<Connecting>;
  pair(params: { readonly uri: string }): Promise<Pairing>;
  approve(params: ApproveParams): Promise<{ readonly topic: string; readonly acknowledged: () => Promise<ProtocolSession> }>;
  reject(params: RejectParams): Promise<void>;
  update(params: { readonly topic: string; readonly namespaces: SessionGrants }): Promise<Told>;
  extend(params: { readonly topic: string }): Promise<Told>;
  request(params: RequestParams): Promise<unknown>;
  respond(params: { readonly topic: string; readonly response: RpcResponse }): Promise<void>;
  ping(params: { readonly topic: string }): Promise<void>;
  emit(params: EmitParams): Promise<void>;
  disconnect(params: { readonly topic: string; readonly reason: RpcErrorObject }): Promise<void>;
  find(params: { readonly requiredNamespaces: ProposalDemands }): readonly ProtocolSession[];
  getPendingSessionRequests(): readonly PendingRequest[];
  authenticate(params: AuthenticateParams & { readonly pairingTopic?: string }, walletUniversalLink?: string): Promise<Authenticating>;
  approveSessionAuthenticate(params: {
    readonly id: number;
    readonly auths: readonly Cacao[];
  }): Promise<{ readonly session: ProtocolSession | undefined }>;
  rejectSessionAuthenticate(params: RejectParams): Promise<void>;
  formatAuthMessage(params: { readonly request: SignInTextFields; readonly iss: string }): string;
}
