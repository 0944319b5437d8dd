import type { SessionGrants } from '../../../domain/wallet-protocol/rules/grants.js';
import type { KeyValueStorage } from '../../ports/key-value-storage.port.js';

/** Members of a session that a provider reads. */
export interface ProviderSession {
  readonly topic: string;
  readonly namespaces: SessionGrants;
  readonly sessionProperties?: Readonly<Record<string, string>> | undefined;
  readonly scopedProperties?: Readonly<Record<string, unknown>> | undefined;
}

/** A request for the wallet or an RPC endpoint. */
export interface ProviderRequest {
  readonly topic: string;
  readonly request: { readonly method: string; readonly params?: unknown };
  /** CAIP-2. */
  readonly chainId: string;
  /** Seconds from 300 to 604,800. Default: the client's. */
  readonly expiry?: number | undefined;
}

/** Params of the client's `connect()`. */
export interface ProviderProposal {
  readonly pairingTopic?: string | undefined;
  readonly requiredNamespaces?: unknown;
  readonly optionalNamespaces?: unknown;
  readonly sessionProperties?: Readonly<Record<string, string>> | undefined;
  readonly scopedProperties?: Readonly<Record<string, unknown>> | undefined;
}

/** An event that a wallet emitted in a session. */
export interface ProviderSessionEvent {
  readonly id: number;
  readonly topic: string;
  readonly params: { readonly event: { readonly name: string; readonly data: unknown }; readonly chainId: string };
}

/** Methods of the app's storage that a provider uses. */
export type ProviderStorage = Pick<KeyValueStorage, 'getKeys' | 'getItem' | 'setItem' | 'removeItem'>;

/** Result of a sign-in, with a session if the wallet settled one. */
export interface ProviderAuthentication<Session> {
  readonly session?: Session | undefined;
}

/** Client events that a provider handles. */
export type ProviderClientEvent = 'session_ping' | 'session_event' | 'session_update' | 'session_delete' | 'session_expire';

/** The part of `SignClient`'s public API that a provider uses. The official client fits too. */
export interface ProviderClient<
  Session extends ProviderSession = ProviderSession,
  Authentication extends ProviderAuthentication<Session> = ProviderAuthentication<Session>,
> {
  readonly core: {
    readonly projectId?: string | undefined;
    readonly storage: ProviderStorage;
    readonly expirer: { set(topic: string, expiry: number): void };
    readonly pairing: { getPairings(): readonly { readonly topic: string }[] };
    readonly relayer: { readonly subscriber: { unsubscribe(topic: string): Promise<void> } };
  };
  readonly session: {
    readonly length: number;
    get(topic: string): Session;
    getAll(): readonly Session[];
    update(topic: string, change: { readonly sessionProperties: Record<string, string> }): Promise<void>;
  };
  readonly events: { on(event: ProviderClientEvent, listener: (data: unknown) => unknown): unknown };
  /** The client validates the params. */
  connect(params: ProviderProposal): Promise<{ readonly uri?: string | undefined; approval(): Promise<Session> }>;
  authenticate(
    params: unknown,
    walletUniversalLink?: string,
  ): Promise<{ readonly uri?: string | undefined; response(): Promise<Authentication> }>;
  request<Result>(params: ProviderRequest): Promise<Result>;
  disconnect(params: { readonly topic: string; readonly reason: { readonly code: number; readonly message: string } }): Promise<void>;
}

/** A listener with the types of its event data. */
export type ProviderListener = (...data: never[]) => unknown;

/** An event emitter with the API of Node's `EventEmitter`. A listener that throws does not stop the others. @see https://nodejs.org/api/events.html */
export interface ProviderEmitter {
  on(event: string, listener: ProviderListener): unknown;
  once(event: string, listener: ProviderListener): unknown;
  off(event: string, listener: ProviderListener): unknown;
  /** Returns whether there was a listener. */
  emit(event: string, ...data: readonly unknown[]): boolean;
}
