import type { SessionGrants } from '../../../domain/wallet-protocol/rules/grants.js';
import type { KeyValueStorage } from '../../ports/key-value-storage.port.js';

/** What a provider needs to know of a session. */
export interface ProviderSession {
  readonly topic: string;
  readonly namespaces: SessionGrants;
  readonly sessionProperties?: Readonly<Record<string, string>> | undefined;
  readonly scopedProperties?: Readonly<Record<string, unknown>> | undefined;
}

/** A call for a wallet, or for a node where the wallet does not serve it. */
export interface ProviderRequest {
  readonly topic: string;
  readonly request: { readonly method: string; readonly params?: unknown };
  /** CAIP-2. */
  readonly chainId: string;
  /** Seconds from 300 to 604,800. Default: the client's. */
  readonly expiry?: number | undefined;
}

/** What a provider asks of a wallet. */
export interface ProviderProposal {
  readonly pairingTopic?: string | undefined;
  readonly requiredNamespaces?: unknown;
  readonly optionalNamespaces?: unknown;
  readonly sessionProperties?: Readonly<Record<string, string>> | undefined;
  readonly scopedProperties?: Readonly<Record<string, unknown>> | undefined;
}

/** What a wallet emitted in a session. */
export interface ProviderSessionEvent {
  readonly id: number;
  readonly topic: string;
  readonly params: { readonly event: { readonly name: string; readonly data: unknown }; readonly chainId: string };
}

/** The part of a host's storage that is used. */
export type ProviderStorage = Pick<KeyValueStorage, 'getKeys' | 'getItem' | 'setItem' | 'removeItem'>;

/** A result of signing in: with a session, where the wallet made one. */
export interface ProviderAuthentication<Session> {
  readonly session?: Session | undefined;
}

/** The events of a client that a provider follows. */
export type ProviderClientEvent = 'session_ping' | 'session_event' | 'session_update' | 'session_delete' | 'session_expire';

/** What a provider needs of a client of the wallet protocol: a part of the public surface of `SignClient`, ours or the official one. */
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
  /** What is asked is checked by the client. */
  connect(params: ProviderProposal): Promise<{ readonly uri?: string | undefined; approval(): Promise<Session> }>;
  authenticate(
    params: unknown,
    walletUniversalLink?: string,
  ): Promise<{ readonly uri?: string | undefined; response(): Promise<Authentication> }>;
  request<Result>(params: ProviderRequest): Promise<Result>;
  disconnect(params: { readonly topic: string; readonly reason: { readonly code: number; readonly message: string } }): Promise<void>;
}

/** Takes what an event carries, in the types that the listener names. */
export type ProviderListener = (...data: never[]) => unknown;

/** The listeners of a provider, as `EventEmitter` has them. One that throws keeps no other from hearing. @see https://nodejs.org/api/events.html */
export interface ProviderEmitter {
  on(event: string, listener: ProviderListener): unknown;
  once(event: string, listener: ProviderListener): unknown;
  off(event: string, listener: ProviderListener): unknown;
  /** Whether anybody listened. */
  emit(event: string, ...data: readonly unknown[]): boolean;
}
