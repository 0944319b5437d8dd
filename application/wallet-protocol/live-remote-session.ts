import { type Observable, Subject, Subscription } from 'rxjs';
import { isChainId } from '../../domain/caip/caip-2.js';
import { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { PeerMetadata, ProtocolSession, SessionNamespaces } from '../../domain/wallet-protocol/session.js';
import { readSessionNamespaces } from '../../domain/wallet-protocol/session-namespaces.js';
import type { RemoteSession, RemoteSessionEvent } from '../ports/remote-session.port.js';
import type { Asking } from './engine/asking.js';
import type { EngineEvent, EngineEvents } from './engine/engine-events.js';
import type { SessionEnd, SessionEndReason, Sessions } from './engine/sessions.js';

/** What a session is made of. */
export interface LiveRemoteSessionParts {
  readonly topic: string;
  readonly sessions: Pick<Sessions, 'get' | 'disconnect' | 'ends$'>;
  readonly asking: Pick<Asking, 'ask'>;
  readonly events: Pick<EngineEvents, 'events$'>;
}

/** What chain adapters are told of an end; one that this side wanted is no news. */
const REASONS: Readonly<Record<Exclude<SessionEndReason, 'own'>, 'wallet' | 'expired' | 'lost'>> = {
  peer: 'wallet',
  expired: 'expired',
  lost: 'lost',
};

/** A session as the chain adapters use it. It reads from the table of sessions, so that all its holders agree. */
export class LiveRemoteSession implements RemoteSession {
  readonly topic: string;
  readonly #sessions: LiveRemoteSessionParts['sessions'];
  readonly #asking: LiveRemoteSessionParts['asking'];
  readonly #events = new Subject<RemoteSessionEvent>();
  readonly #following = new Subscription();
  /** The last state, for who reads it after the end. */
  #last: ProtocolSession | null = null;
  /** What of it is on chains that Latchkey knows, read once for each change. */
  #read: { readonly of: ProtocolSession['namespaces'] | null; readonly namespaces: SessionNamespaces } = { of: null, namespaces: {} };

  constructor({ topic, sessions, asking, events }: LiveRemoteSessionParts) {
    this.topic = topic;
    this.#sessions = sessions;
    this.#asking = asking;
    this.#last = sessions.get(topic);
    this.#following.add(events.events$.subscribe((event) => this.#hear(event)));
    // It ends with the engine too.
    this.#following.add(sessions.ends$.subscribe({ next: (end) => this.#follow(end), complete: () => this.#over() }));
    if (this.#last === null) this.#over();
  }

  get events$(): Observable<RemoteSessionEvent> {
    return this.#events;
  }

  get live(): boolean {
    return !this.#following.closed && this.#sessions.get(this.topic) !== null;
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
    if (granted !== undefined && granted !== this.#read.of) this.#read = { of: granted, namespaces: readSessionNamespaces(granted) ?? {} };
    return this.#read.namespaces;
  }

  async request(
    { chainId, method, params, expirySeconds, quiet = false }: Parameters<RemoteSession['request']>[0],
    signal: AbortSignal,
  ): Promise<unknown> {
    if (!this.live) throw new LatchkeyError('wallet-protocol/user-disconnected', { detail: '' });
    const expiry = expirySeconds === undefined ? {} : { expiry: expirySeconds };
    return this.#asking.ask({ topic: this.topic, chainId, request: { method, params }, ...expiry }, signal, quiet);
  }

  async disconnect(signal: AbortSignal): Promise<void> {
    try {
      await this.#sessions.disconnect(this.topic, signal);
    } catch (error) {
      // Its wallet is told once the relay can be reached: there is nothing left to do for who asked.
      if (!isLatchkeyError(error) || !error.code.startsWith('relay/')) throw error;
    }
  }

  #hear({ name, data }: EngineEvent): void {
    if (name === 'session_update' && data.topic === this.topic) this.#events.next({ type: 'namespaces-changed' });
    if (name !== 'session_event' || data.topic !== this.topic) return;
    const { chainId, event } = data.params;
    if (isChainId(chainId)) this.#events.next({ type: 'event', chainId, name: event.name, data: event.data });
  }

  #follow({ session, reason }: SessionEnd): void {
    if (session.topic !== this.topic) return;
    if (reason !== 'own') {
      this.#last = session;
      this.#events.next({ type: 'ended', reason: REASONS[reason] });
    }
    this.#over();
  }

  #over(): void {
    this.#following.unsubscribe();
    this.#events.complete();
  }

  #session(): ProtocolSession | null {
    this.#last = this.#sessions.get(this.topic) ?? this.#last;
    return this.#last;
  }
}
