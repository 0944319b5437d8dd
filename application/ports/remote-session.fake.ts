import { type Observable, Subject } from 'rxjs';
import type { ChainId } from '../../domain/caip/caip-2.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { SignInSession } from '../../domain/sign-in/sign-in-session.js';
import type { PeerMetadata, SessionNamespaces } from '../../domain/wallet-protocol/session.js';
import { abortable } from '../shared/abortable.js';
import type { RemoteSession, RemoteSessionEvent } from './remote-session.port.js';

/** A request to a fake wallet. */
export interface FakeRemoteRequest {
  readonly chainId: ChainId;
  readonly method: string;
  readonly params: unknown;
  readonly expirySeconds?: number;
  readonly quiet?: boolean;
}

/**
 * Response of a fake wallet: a result, an error, invalid data (`garbage`), none (`never`), when
 * {@link FakeRemoteSession.release} is called (`late`), or expired (`expire`). `reject` is a rejection by the user,
 * `unsupported` one by the wallet.
 */
export type FakeRemoteResponse =
  | 'reject'
  | 'unsupported'
  | 'garbage'
  | 'never'
  | 'late'
  | 'expire'
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string; readonly data?: unknown } };

/** Initial state of a fake session. */
export interface FakeRemoteSessionInit {
  readonly topic?: string;
  readonly peer?: Partial<PeerMetadata>;
  readonly namespaces?: SessionNamespaces;
  readonly sessionProperties?: Readonly<Record<string, string>>;
  readonly scopedProperties?: Readonly<Record<string, unknown>>;
  readonly expiresAt?: number;
  readonly signIns?: readonly SignInSession[];
}

interface PendingFakeRequest {
  readonly response: FakeRemoteResponse;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** @see https://eips.ethereum.org/EIPS/eip-1193#provider-errors */
const REJECTED = { code: 4001, message: 'User rejected the request' };
const UNSUPPORTED = { code: 4200, message: 'Unsupported method' };

/** Result of a `garbage` response. */
const GARBAGE = { nonsense: true };

/**
 * A remote session without a wallet. The result of requests is `null` by default.
 * @example
 * const session = new FakeRemoteSession({ namespaces });
 * session.next({ result: '0x…' });
 * session.close('wallet'); // the wallet disconnects
 */
export class FakeRemoteSession implements RemoteSession {
  readonly topic: string;
  readonly peer: PeerMetadata;
  readonly sessionProperties: Readonly<Record<string, string>> | undefined;
  readonly scopedProperties: Readonly<Record<string, unknown>> | undefined;
  readonly expiresAt: number | undefined;
  readonly signIns: readonly SignInSession[] | undefined;
  /** Requests so far, oldest first. */
  readonly requests: FakeRemoteRequest[] = [];
  /** Number of local disconnects. */
  disconnections = 0;
  readonly #events = new Subject<RemoteSessionEvent>();
  readonly #responses: FakeRemoteResponse[] = [];
  readonly #pending = new Set<PendingFakeRequest>();
  #namespaces: SessionNamespaces;
  #isLive = true;

  constructor(init: FakeRemoteSessionInit = {}) {
    const { topic = 'a'.repeat(64), peer = {}, namespaces = {}, sessionProperties, scopedProperties, expiresAt, signIns } = init;
    this.topic = topic;
    this.sessionProperties = sessionProperties;
    this.scopedProperties = scopedProperties;
    this.expiresAt = expiresAt;
    this.signIns = signIns;
    this.peer = { name: 'Fake wallet', description: '', url: 'https://wallet.example', icons: [], ...peer };
    this.#namespaces = namespaces;
  }

  readonly events$: Observable<RemoteSessionEvent> = this.#events.asObservable();

  get namespaces(): SessionNamespaces {
    return this.#namespaces;
  }

  get isLive(): boolean {
    return this.#isLive;
  }

  /** True while `events$` has subscribers. */
  get isObserved(): boolean {
    return this.#events.observed;
  }

  /** Sets the responses to the next requests, in order. */
  next(...responses: readonly FakeRemoteResponse[]): void {
    this.#responses.push(...responses);
  }

  /** Responds to all `late` requests. */
  release(result: unknown = null): void {
    for (const { response, resolve } of [...this.#pending]) if (response === 'late') resolve(result);
  }

  /** Replaces the approved namespaces. */
  allow(namespaces: SessionNamespaces): void {
    if (!this.#isLive) return;
    this.#namespaces = namespaces;
    this.#events.next({ type: 'namespaces-changed' });
  }

  /** Emits a chain event of the wallet. */
  emit(chainId: ChainId, name: string, data: unknown): void {
    this.#events.next({ type: 'event', chainId, name, data });
  }

  /** Ends the session, not by a local disconnect. */
  close(reason: 'wallet' | 'expired' | 'lost' = 'wallet'): void {
    if (!this.#isLive) return;
    this.#setClosed();
    this.#events.next({ type: 'ended', reason });
    this.#events.complete();
  }

  readonly request = (request: FakeRemoteRequest, signal: AbortSignal): Promise<unknown> => {
    if (signal.aborted) return Promise.reject(signal.reason);
    if (!this.#isLive) return Promise.reject(disconnectedError());
    this.requests.push(request);
    return abortable(this.#respond(request.method), signal);
  };

  readonly disconnect = async (signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted();
    if (!this.#isLive) return;
    this.disconnections += 1;
    this.#setClosed();
    this.#events.complete();
  };

  #respond(method: string): Promise<unknown> {
    const response = this.#responses.shift() ?? { result: null };
    return new Promise((resolve, reject) => {
      const pending = { response, resolve, reject };
      if (response === 'never' || response === 'late') this.#pending.add(pending);
      else if (response === 'expire') reject(new LatchkeyError('wallet-protocol/request-expired', { method }));
      else if (response === 'garbage') resolve(GARBAGE);
      else if (response === 'reject') reject(REJECTED);
      else if (response === 'unsupported') reject(UNSUPPORTED);
      else if ('error' in response) reject(response.error);
      else resolve(response.result);
    });
  }

  #setClosed(): void {
    this.#isLive = false;
    for (const { reject } of this.#pending) reject(disconnectedError());
    this.#pending.clear();
  }
}

const disconnectedError = (): Error => new LatchkeyError('wallet-protocol/user-disconnected', { detail: '' });
