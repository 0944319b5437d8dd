import { EMPTY, type Observable } from 'rxjs';
import type { ChainId } from '../../domain/caip/caip-2.js';
import { PROTOCOL_METHODS } from '../../domain/wallet-protocol/protocol-methods.js';
import type { PeerMetadata, ProtocolSession, SessionNamespaces } from '../../domain/wallet-protocol/session.js';
import { readSessionNamespaces } from '../../domain/wallet-protocol/session-namespaces.js';
import { walletProtocolError } from '../../domain/wallet-protocol/wallet-protocol-error.js';
import type { RemoteSession, RemoteSessionEvent } from '../ports/remote-session.port.js';
import type { PeerCalls } from './peer-calls.js';
import type { ProtocolSessions } from './protocol-sessions.js';

/** Brings a wallet elsewhere up while it is asked something. */
export type AnswerLink = (session: ProtocolSession, requestId: number) => void;

/** What a session is made of. */
export interface LiveRemoteSessionParts {
  readonly topic: string;
  readonly sessions: ProtocolSessions;
  readonly calls: PeerCalls;
  readonly link: AnswerLink;
}

const METHOD = 'wc_sessionRequest';

/** A session as the chain adapters use it. It reads from the table of sessions, so that all its holders agree. */
export class LiveRemoteSession implements RemoteSession {
  readonly topic: string;
  readonly events$: Observable<RemoteSessionEvent>;
  readonly #sessions: ProtocolSessions;
  readonly #calls: PeerCalls;
  readonly #link: AnswerLink;
  /** The last state, for who reads it after the end. */
  #last: ProtocolSession | null = null;
  /** What of it is on chains that Latchkey knows, read once for each change. */
  #read: { readonly of: ProtocolSession['namespaces'] | null; readonly namespaces: SessionNamespaces } = { of: null, namespaces: {} };

  constructor({ topic, sessions, calls, link }: LiveRemoteSessionParts) {
    this.topic = topic;
    this.#sessions = sessions;
    this.#calls = calls;
    this.#link = link;
    this.#last = sessions.get(topic);
    this.events$ = sessions.eventsOf(topic) ?? EMPTY;
  }

  get live(): boolean {
    return this.#sessions.get(this.topic) !== null;
  }

  get expiresAt(): number | undefined {
    const expiry = this.#session()?.expiry;
    return expiry === undefined ? undefined : expiry * 1_000;
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
    {
      chainId,
      method,
      params,
      expirySeconds,
    }: { readonly chainId: ChainId; readonly method: string; readonly params: unknown; readonly expirySeconds?: number },
    signal: AbortSignal,
  ): Promise<unknown> {
    const session = this.#sessions.get(this.topic);
    if (session === null) throw walletProtocolError('wallet-protocol/user-disconnected', { detail: '' });
    const { request } = PROTOCOL_METHODS[METHOD];
    const delivery = expirySeconds === undefined ? request : { ...request, ttl: expirySeconds };
    const asked = (id: number): void => this.#link(session, id);
    return this.#calls.ask(
      { topic: this.topic, method: METHOD, params: { request: { method, params }, chainId }, delivery, asked },
      signal,
    );
  }

  disconnect(signal: AbortSignal): Promise<void> {
    return this.#sessions.disconnect(this.topic, signal);
  }

  #session(): ProtocolSession | null {
    this.#last = this.#sessions.get(this.topic) ?? this.#last;
    return this.#last;
  }
}
