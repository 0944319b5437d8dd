import { type Observable, Subject, Subscription } from 'rxjs';
import { isChainId } from '../../domain/caip/caip-2.js';
import { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { SignInSession } from '../../domain/sign-in/sign-in-session.js';
import type { PeerMetadata, ProtocolSession, SessionNamespaces } from '../../domain/wallet-protocol/session.js';
import { readSessionNamespaces } from '../../domain/wallet-protocol/session-namespaces.js';
import type { RemoteSession, RemoteSessionEvent } from '../ports/remote-session.port.js';
import type { EngineEvent, EngineEvents } from './engine/engine-events.js';
import type { SessionRequester } from './engine/session-requester.js';
import type { ClosedSession, SessionCloseReason, Sessions } from './engine/sessions.js';

export interface LiveRemoteSessionDeps {
  readonly topic: string;
  readonly sessions: Pick<Sessions, 'get' | 'disconnect' | 'closed$'>;
  readonly requester: Pick<SessionRequester, 'send'>;
  readonly events: Pick<EngineEvents, 'events$'>;
  /** Messages that the wallet signed to create the session. */
  readonly signIns?: readonly SignInSession[] | undefined;
}

/** Maps close reasons to those of the port. A disconnect by this side emits no event. */
const CLOSE_REASONS: Readonly<Record<Exclude<SessionCloseReason, 'own'>, 'wallet' | 'expired' | 'lost'>> = {
  peer: 'wallet',
  expired: 'expired',
  lost: 'lost',
};

/** Live view of a session for chain adapters. It reads the session table, so that all holders see the same state. */
export class LiveRemoteSession implements RemoteSession {
  readonly topic: string;
  readonly signIns: readonly SignInSession[] | undefined;
  readonly #sessions: LiveRemoteSessionDeps['sessions'];
  readonly #requester: LiveRemoteSessionDeps['requester'];
  readonly #events = new Subject<RemoteSessionEvent>();
  readonly #subscriptions = new Subscription();
  /** The last state, for reads after the session was closed. */
  #lastSession: ProtocolSession | null = null;
  /** Namespaces restricted to the chains that Latchkey supports, recomputed when the session's namespaces change. */
  #namespacesCache: { readonly of: ProtocolSession['namespaces'] | null; readonly namespaces: SessionNamespaces } = {
    of: null,
    namespaces: {},
  };

  constructor({ topic, sessions, requester, events, signIns }: LiveRemoteSessionDeps) {
    this.topic = topic;
    this.signIns = signIns;
    this.#sessions = sessions;
    this.#requester = requester;
    this.#lastSession = sessions.get(topic);
    this.#subscriptions.add(events.events$.subscribe((event) => this.#onEngineEvent(event)));
    // `closed$` completes when the engine is disposed.
    this.#subscriptions.add(sessions.closed$.subscribe({ next: (closed) => this.#onSessionClosed(closed), complete: () => this.#close() }));
    if (this.#lastSession === null) this.#close();
  }

  get events$(): Observable<RemoteSessionEvent> {
    return this.#events;
  }

  get isLive(): boolean {
    return !this.#subscriptions.closed && this.#sessions.get(this.topic) !== null;
  }

  get expiresAt(): number | undefined {
    const expiry = this.#session()?.expiry;
    return expiry === undefined ? undefined : expiry * 1_000;
  }

  get sessionProperties(): Readonly<Record<string, string>> | undefined {
    return this.#session()?.sessionProperties;
  }

  get scopedProperties(): Readonly<Record<string, unknown>> | undefined {
    return this.#session()?.scopedProperties;
  }

  get peer(): PeerMetadata {
    return this.#session()?.peer.metadata ?? { name: '', description: '', url: '', icons: [] };
  }

  get namespaces(): SessionNamespaces {
    const granted = this.#session()?.namespaces;
    if (granted !== undefined && granted !== this.#namespacesCache.of)
      this.#namespacesCache = { of: granted, namespaces: readSessionNamespaces(granted) ?? {} };
    return this.#namespacesCache.namespaces;
  }

  async request(
    { chainId, method, params, expirySeconds, quiet = false }: Parameters<RemoteSession['request']>[0],
    signal: AbortSignal,
  ): Promise<unknown> {
    if (!this.isLive) throw new LatchkeyError('wallet-protocol/user-disconnected', { detail: '' });
    const expiry = expirySeconds === undefined ? {} : { expiry: expirySeconds };
    return this.#requester.send({ topic: this.topic, chainId, request: { method, params }, ...expiry }, signal, quiet);
  }

  async disconnect(signal: AbortSignal): Promise<void> {
    try {
      await this.#sessions.disconnect(this.topic, signal);
    } catch (error) {
      // The session is gone locally, and the wallet is notified once the relay is reachable: the caller has nothing to handle.
      if (!isLatchkeyError(error) || !error.code.startsWith('relay/')) throw error;
    }
  }

  #onEngineEvent({ name, data }: EngineEvent): void {
    if (name === 'session_update' && data.topic === this.topic) this.#events.next({ type: 'namespaces-changed' });
    if (name !== 'session_event' || data.topic !== this.topic) return;
    const { chainId, event } = data.params;
    if (isChainId(chainId)) this.#events.next({ type: 'event', chainId, name: event.name, data: event.data });
  }

  #onSessionClosed({ session, reason }: ClosedSession): void {
    if (session.topic !== this.topic) return;
    if (reason !== 'own') {
      this.#lastSession = session;
      this.#events.next({ type: 'ended', reason: CLOSE_REASONS[reason] });
    }
    this.#close();
  }

  #close(): void {
    this.#subscriptions.unsubscribe();
    this.#events.complete();
  }

  #session(): ProtocolSession | null {
    this.#lastSession = this.#sessions.get(this.topic) ?? this.#lastSession;
    return this.#lastSession;
  }
}
