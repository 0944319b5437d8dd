import { Subscription } from 'rxjs';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { ConnectionState, LossReason, PairingState } from '../../domain/connection/connection-state.js';
import { allNetworksOf } from '../../domain/connection/connection-views.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { requestedNamespaces } from '../../domain/wallet-protocol/requested-namespaces.js';
import type { ProposalNamespaces } from '../../domain/wallet-protocol/session.js';
import { chainsOf } from '../../domain/wallet-protocol/session-namespaces.js';
import type { ungrantedOf } from '../../domain/wallet-protocol/ungranted.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { ConnectionMemory } from '../connect/connection-memory.js';
import type { Browser } from '../ports/browser.port.js';
import type { WalletSession } from '../ports/chain.port.js';
import type { Clock } from '../ports/clock.port.js';
import type { RemoteSession } from '../ports/remote-session.port.js';
import { abortable } from '../shared/abortable.js';
import type { EventBus } from '../shared/event-bus.js';
import type { OptionsStore } from '../shared/options.store.js';
import { followReturns } from './follow-returns.js';
import { HandOver } from './hand-over.js';
import type { PairRequest } from './pairing-run.js';
import type { ProtocolClient } from './protocol-client.js';
import type { SessionMemory, SessionMemoryParts } from './session-memory.js';

/** The engine, as far as it is used here. */
export type PairingEngine = Pick<ProtocolClient, 'pair' | 'resume' | 'dispose'>;

/** The engine, and the rules that come with it. */
export interface LoadedEngine {
  readonly engine: PairingEngine;
  readonly requestedNamespaces: typeof requestedNamespaces;
  readonly ungrantedOf: typeof ungrantedOf;
  readonly sessionMemory: (parts: SessionMemoryParts) => SessionMemory;
}

/** What the wallets elsewhere need of the client. */
export interface RemoteWalletsParts {
  /** Loads the engine and its relay: called when a person picks a wallet elsewhere, or a stored session is taken up. */
  readonly load: () => Promise<LoadedEngine>;
  readonly connections: ConnectionStore;
  readonly memory: ConnectionMemory;
  readonly options: OptionsStore;
  readonly events: EventBus;
  readonly browser: Browser;
  readonly clock: Clock;
  /** Whether an earlier page was left for a wallet, and closed. */
  readonly isPending: () => boolean;
}

interface Watched {
  readonly namespace: Namespace;
  readonly remote: RemoteSession;
  readonly watching: Subscription;
}

const NO_URI = { wcUri: undefined, wcPairingExpiry: undefined } as const;

/**
 * The wallets elsewhere that the wallet protocol reaches, as the chains see them. Keeps `pairing` of the connection's state
 * and loads the engine when it is needed for the first time.
 */
export class RemoteWallets {
  readonly handOver = new HandOver(() => [...this.#served].filter((each) => this.state.namespaces[each]?.session === null));
  readonly #parts: RemoteWalletsParts;
  readonly #served = new Set<Namespace>();
  readonly #watched = new Set<Watched>();
  readonly #life = new AbortController();
  readonly #following = new Subscription();
  #sessions: SessionMemory | null = null;
  #client: Promise<LoadedEngine> | null = null;
  #loaded: LoadedEngine | null = null;
  #pairings = 0;
  #ahead: Promise<RemoteSession> | null = null;

  constructor(parts: RemoteWalletsParts) {
    this.#parts = parts;
  }

  /** Who is connected to what. */
  get state(): ConnectionState {
    return this.#parts.connections.state;
  }

  /** Tells which namespaces have a chain that can take a session up: those are proposed. */
  serve(namespace: Namespace, served = true): void {
    if (served) this.#served.add(namespace);
    else this.#served.delete(namespace);
  }

  /** Lets the call of {@link pair} in `connect` go on with a pairing that was begun ahead of it. */
  goOn(ahead: Promise<RemoteSession>, connect: () => void): void {
    this.#ahead = ahead;
    connect();
    this.#ahead = null;
  }

  /**
   * Shows a URI in `pairing.wcUri` until a wallet approves.
   * @param isPicked whether somebody has picked a wallet: only then `pairing.status` says `connecting`
   * @throws LatchkeyError `wallet/…`, `pairing/expired`, `relay/…`, `browser/load-failed`, `config/dependency-missing`
   */
  async pair(signal: AbortSignal, isPicked = true): Promise<RemoteSession> {
    signal.throwIfAborted();
    if (this.#ahead !== null) return this.#unlessLeft(this.#ahead, signal);
    const { browser, options } = this.#parts;
    // What is shown is the pairing that began last; one that it replaces says nothing any more.
    this.#pairings += 1;
    const own = this.#pairings;
    const change = (pairing: Partial<PairingState>): void => (own === this.#pairings ? this.#change(pairing) : undefined);
    const { telegram, ios } = browser.platform;
    const reuse = telegram || ios || this.#parts.isPending();
    change({ status: isPicked ? 'connecting' : this.#status, wcError: false, ...(reuse ? {} : NO_URI) });
    const returning = followReturns(this.#parts);
    // At once: who leaves does not see the URI again when they come back to something else.
    const cancel = (): void => change({ status: this.#status, buffering: false, ...(reuse ? {} : NO_URI) });
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const { engine, requestedNamespaces } = await abortable(this.#load(), signal);
      const { metadata } = options.current;
      const optionalNamespaces = this.#asked(requestedNamespaces);
      const show: PairRequest['show'] = (shown) =>
        change(shown === null ? { wcUri: undefined } : { wcUri: shown.uri, wcPairingExpiry: shown.expiresAt });
      const request = { optionalNamespaces, metadata: metadata ?? browser.pageMetadata(), reuse, show };
      const session = await this.#unlessLeft(engine.pair(request, signal), signal);
      change({ status: 'connected', buffering: false, ...NO_URI });
      return session;
    } catch (error) {
      if (!signal.aborted) change({ status: this.#status, buffering: false, wcError: true, ...NO_URI });
      throw error;
    } finally {
      signal.removeEventListener('abort', cancel);
      returning.unsubscribe();
    }
  }

  /** The session that serves a namespace; `null` when nothing is left of it, which is told. Asks nobody and waits for no relay. */
  async resume(namespace: Namespace, signal: AbortSignal): Promise<RemoteSession | null> {
    const { engine } = await abortable(this.#load(), signal);
    return abortable(this.#sessions?.resume(namespace, engine) ?? Promise.resolve(null), signal);
  }

  /**
   * Shows what the wallet allows in a namespace, and forgets the connection for good when the wallet ends it. A session that
   * no namespace uses any more, because another wallet took its place, is ended for its wallet too.
   * @param session what the chain made of `remote`
   * @param attempt for which it was paired: a session that this does not establish is ended for its wallet as well
   */
  watch(namespace: Namespace, remote: RemoteSession, session: WalletSession, attempt?: number): void {
    if (this.#life.signal.aborted) return;
    const { connections, memory } = this.#parts;
    const watching = new Subscription();
    const watched: Watched = { namespace, remote, watching };
    let hasBegun = false;
    let shown = '';
    // Who disconnects while a session is taken up has no use for it, and its wallet is to know.
    if (attempt === undefined && !memory.isRemote(namespace)) {
      this.release(remote);
      return;
    }
    const follow = (): void => {
      const own = connections.state.namespaces[namespace];
      if (connections.sessionOf(namespace) !== session) {
        // While it is being established, the one that it replaces is still there.
        const isBeingTaken = !hasBegun && attempt !== undefined;
        if (isBeingTaken ? own?.attempt?.id !== attempt : own?.session != null) this.#leave(watched);
        return;
      }
      hasBegun = true;
      if (connections.state.pairing.status === 'disconnected') this.#change({ status: 'connected' });
      const info = own?.session;
      if (info != null && info.accounts[0].address !== shown) {
        shown = info.accounts[0].address;
        this.#sessions?.keep(namespace, remote, info);
      }
      const granted = remote.namespaces;
      const approvedChainIds = chainsOf(granted, namespace);
      // A session comes from the engine: it is loaded.
      const { ungrantedOf, requestedNamespaces } = this.#loaded ?? {};
      const asked = requestedNamespaces && this.#asked(requestedNamespaces);
      const ungranted = asked && ungrantedOf?.({ namespace, asked, granted, networks: allNetworksOf(this.state) });
      // Few and short lists.
      if (JSON.stringify([own?.approvedChainIds, own?.ungranted]) === JSON.stringify([approvedChainIds, ungranted ?? null])) return;
      const approval = { approvedChainIds, supportsAllNetworks: false, ...(ungranted === undefined ? {} : { ungranted }) };
      connections.dispatch({ type: 'approved-chains', namespace, ...approval });
    };
    const end = (reason?: LossReason): void => {
      watching.unsubscribe();
      this.#watched.delete(watched);
      const current = connections.sessionOf(namespace);
      if (current === null || current === session) {
        this.forget(namespace, remote.topic, reason);
        // What is taken up here in its place goes on.
        if (current !== null || memory.connectorOf(namespace) === null) connections.end(namespace, 'silent');
      }
      this.#rest();
    };
    this.#watched.add(watched);
    watching.add(connections.state$.subscribe(follow));
    watching.add(
      remote.events$.subscribe({
        next: (event) => (event.type === 'ended' ? end(event.reason) : follow()),
        // Also one that was ended here: it is over for all its namespaces, whichever was disconnected.
        complete: () => end(),
      }),
    );
  }

  /** Nothing of a namespace is taken up by the next page, unless it is another session's by now. @param reason of a loss, which is told */
  forget(namespace: Namespace, topic?: string, reason?: LossReason): void {
    this.#sessions?.forget(namespace, topic, reason);
  }

  /** Ends a session for its wallet, unless a namespace uses it. */
  release(remote: RemoteSession): void {
    const isUsed = [...this.#watched].some(({ remote: { topic } }) => topic === remote.topic);
    // Nobody waits for it: a wallet that cannot be told keeps a session that leads nowhere until it expires.
    if (remote.live && !isUsed) remote.disconnect(this.#life.signal).catch(() => undefined);
    this.#rest();
  }

  /** The other namespaces that the session of a connected one allows; where none is connected, it is the one to take up. */
  approvedBeside(connected: Namespace): readonly Namespace[] {
    const remote = [...this.#watched].filter(({ namespace }) => namespace === connected).at(-1)?.remote;
    return (remote && this.#sessions?.keepBeside(connected, remote, this.#served)) ?? [];
  }

  /** Ends everything that is under way; what is stored stays. */
  dispose(): void {
    this.#life.abort(new LatchkeyError('config/disposed', {}));
    this.#following.unsubscribe();
    for (const { watching } of this.#watched) watching.unsubscribe();
    this.#client?.then(
      ({ engine }) => engine.dispose(),
      () => undefined,
    );
  }

  /** A session that comes for somebody who has left is ended for its wallet. */
  async #unlessLeft(pairing: Promise<RemoteSession>, signal: AbortSignal): Promise<RemoteSession> {
    try {
      const session = await abortable(pairing, signal);
      signal.throwIfAborted();
      return session;
    } catch (error) {
      if (signal.aborted)
        pairing.then(
          (session) => this.release(session),
          () => undefined,
        );
      throw error;
    }
  }

  /** What `pairing.status` says while nobody pairs: a session stays where a pairing for another namespace is left. */
  get #status(): PairingState['status'] {
    return this.#watched.size === 0 ? 'disconnected' : 'connected';
  }

  /** Nobody is connected to a wallet elsewhere any more. */
  #rest(): void {
    if (this.#watched.size === 0 && this.state.pairing.status === 'connected') this.#change({ status: 'disconnected' });
  }

  #leave(watched: Watched): void {
    watched.watching.unsubscribe();
    this.#watched.delete(watched);
    this.release(watched.remote);
  }

  #asked(requested: typeof requestedNamespaces): ProposalNamespaces {
    const served = [...this.#served].filter((namespace) => this.state.namespaces[namespace] !== undefined);
    return requested(allNetworksOf(this.state), served, this.#parts.options.current.universalProviderConfigOverride);
  }

  #load(): Promise<LoadedEngine> {
    const { aborted, reason } = this.#life.signal;
    if (aborted) return Promise.reject(reason);
    const loading = this.#client ?? this.#parts.load();
    this.#client = loading;
    loading.then(
      (loaded) => this.#begin(loaded),
      () => {
        // A failed load is tried again by the next call.
        this.#client = null;
      },
    );
    return loading;
  }

  #begin(loaded: LoadedEngine): void {
    this.#loaded = loaded;
    if (this.#sessions !== null) return;
    this.#sessions = loaded.sessionMemory(this.#parts);
    this.#following.add(this.#sessions.follow());
  }

  #change(pairing: Partial<PairingState>): void {
    this.#parts.connections.dispatch({ type: 'pairing-changed', pairing });
  }
}
