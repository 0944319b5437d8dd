import { type Observable, Subject } from 'rxjs';
import type { ChainId } from '../../domain/caip/caip-2.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { PeerMetadata, SessionNamespaces } from '../../domain/wallet-protocol/session.js';
import { abortable } from '../shared/abortable.js';
import type { RemoteSession, RemoteSessionEvent } from './remote-session.port.js';

/** What the wallet was asked. */
export interface FakeRemoteRequest {
  readonly chainId: ChainId;
  readonly method: string;
  readonly params: unknown;
  readonly expirySeconds?: number;
  readonly quiet?: boolean;
}

/**
 * How the wallet answers: with a result, with an error of its own, with nonsense (`garbage`), not at all (`never`), when
 * {@link FakeRemoteSession.release} is called (`late`), or not in time (`expire`). `reject` is the person's no, and
 * `unsupported` the wallet's.
 */
export type FakeRemoteAnswer =
  | 'reject'
  | 'unsupported'
  | 'garbage'
  | 'never'
  | 'late'
  | 'expire'
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string; readonly data?: unknown } };

/** What a fake session begins with. */
export interface FakeRemoteSessionInit {
  readonly topic?: string;
  readonly peer?: Partial<PeerMetadata>;
  readonly namespaces?: SessionNamespaces;
  readonly sessionProperties?: Readonly<Record<string, string>>;
  readonly scopedProperties?: Readonly<Record<string, unknown>>;
  readonly expiresAt?: number;
}

interface Waiting {
  readonly answer: FakeRemoteAnswer;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** @see https://eips.ethereum.org/EIPS/eip-1193#provider-errors */
const NO = { code: 4001, message: 'User rejected the request' };
const CANNOT = { code: 4200, message: 'Unsupported method' };

/** What a wallet answers that answers nonsense. */
const GARBAGE = { nonsense: true };

/**
 * A session with a wallet elsewhere, without the wallet. It answers `null` unless told otherwise.
 * @example
 * const session = new FakeRemoteSession({ namespaces });
 * session.next({ result: '0x…' });
 * session.end('wallet'); // the wallet leaves
 */
export class FakeRemoteSession implements RemoteSession {
  readonly topic: string;
  readonly peer: PeerMetadata;
  readonly sessionProperties: Readonly<Record<string, string>> | undefined;
  readonly scopedProperties: Readonly<Record<string, unknown>> | undefined;
  readonly expiresAt: number | undefined;
  /** Everything the wallet was asked, oldest first. */
  readonly requests: FakeRemoteRequest[] = [];
  /** How often the session was ended from this side. */
  disconnections = 0;
  readonly #events = new Subject<RemoteSessionEvent>();
  readonly #answers: FakeRemoteAnswer[] = [];
  readonly #waiting = new Set<Waiting>();
  #namespaces: SessionNamespaces;
  #isLive = true;

  constructor(init: FakeRemoteSessionInit = {}) {
    const { topic = 'a'.repeat(64), peer = {}, namespaces = {}, sessionProperties, scopedProperties, expiresAt } = init;
    this.topic = topic;
    this.sessionProperties = sessionProperties;
    this.scopedProperties = scopedProperties;
    this.expiresAt = expiresAt;
    this.peer = { name: 'Fake wallet', description: '', url: 'https://wallet.example', icons: [], ...peer };
    this.#namespaces = namespaces;
  }

  readonly events$: Observable<RemoteSessionEvent> = this.#events.asObservable();

  get namespaces(): SessionNamespaces {
    return this.#namespaces;
  }

  get live(): boolean {
    return this.#isLive;
  }

  /** Whether somebody listens to the wallet. */
  get heard(): boolean {
    return this.#events.observed;
  }

  /** How the wallet answers the next calls, in their order. */
  next(...answers: readonly FakeRemoteAnswer[]): void {
    this.#answers.push(...answers);
  }

  /** The wallet answers what it was late with. */
  release(result: unknown = null): void {
    for (const { answer, resolve } of [...this.#waiting]) if (answer === 'late') resolve(result);
  }

  /** The wallet allows other things from now on. */
  allow(namespaces: SessionNamespaces): void {
    if (!this.#isLive) return;
    this.#namespaces = namespaces;
    this.#events.next({ type: 'namespaces-changed' });
  }

  /** The wallet says something of a chain. */
  emit(chainId: ChainId, name: string, data: unknown): void {
    this.#events.next({ type: 'event', chainId, name, data });
  }

  /** The session ends, and not from this side. */
  end(reason: 'wallet' | 'expired' | 'lost' = 'wallet'): void {
    if (!this.#isLive) return;
    this.#over();
    this.#events.next({ type: 'ended', reason });
    this.#events.complete();
  }

  readonly request = (request: FakeRemoteRequest, signal: AbortSignal): Promise<unknown> => {
    if (signal.aborted) return Promise.reject(signal.reason);
    if (!this.#isLive) return Promise.reject(ended());
    this.requests.push(request);
    return abortable(this.#answer(request.method), signal);
  };

  readonly disconnect = async (signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted();
    if (!this.#isLive) return;
    this.disconnections += 1;
    this.#over();
    this.#events.complete();
  };

  #answer(method: string): Promise<unknown> {
    const answer = this.#answers.shift() ?? { result: null };
    return new Promise((resolve, reject) => {
      const waiting = { answer, resolve, reject };
      if (answer === 'never' || answer === 'late') this.#waiting.add(waiting);
      else if (answer === 'expire') reject(new LatchkeyError('wallet-protocol/request-expired', { method }));
      else if (answer === 'garbage') resolve(GARBAGE);
      else if (answer === 'reject') reject(NO);
      else if (answer === 'unsupported') reject(CANNOT);
      else if ('error' in answer) reject(answer.error);
      else resolve(answer.result);
    });
  }

  /** Nobody answers any more. */
  #over(): void {
    this.#isLive = false;
    for (const { reject } of this.#waiting) reject(ended());
    this.#waiting.clear();
  }
}

const ended = (): Error => new LatchkeyError('wallet-protocol/user-disconnected', { detail: '' });
