import { concat, filter, map, mergeMap, type Observable, of, pairwise, Subscription, timer } from 'rxjs';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { ConnectionState, PairingState } from '../../domain/connection/connection-state.js';
import { allNetworksOf } from '../../domain/connection/connection-views.js';
import { type Connector, remoteConnector, WALLET_CONNECT_CONNECTOR_ID } from '../../domain/connection/connector.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { requestedNamespaces } from '../../domain/wallet-protocol/requested-namespaces.js';
import type { ProposalNamespaces } from '../../domain/wallet-protocol/session.js';
import type { ungrantedOf } from '../../domain/wallet-protocol/ungranted.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { ConnectionMemory } from '../connect/connection-memory.js';
import type { RemoteConnector } from '../connect/remote-connector.js';
import { RemoteSessions } from '../connect/remote-sessions.js';
import type { Browser } from '../ports/browser.port.js';
import type { Chains } from '../ports/chain.port.js';
import type { Clock } from '../ports/clock.port.js';
import type { RemoteSession } from '../ports/remote-session.port.js';
import { abortable } from '../shared/abortable.js';
import type { EventBus } from '../shared/event-bus.js';
import type { OptionsStore } from '../shared/options.store.js';
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
  readonly chains: Chains;
  readonly options: OptionsStore;
  readonly events: EventBus;
  readonly browser: Browser;
  readonly clock: Clock;
  /** Whether an earlier page was left for a wallet, and closed. */
  readonly isPending: () => boolean;
}

/** How long a user who returns from a wallet waits for the connection to the relay. */
const BUFFERING_MS = 5_000;

const NO_URI = { wcUri: undefined, wcPairingExpiry: undefined } as const;

/**
 * The connector of the wallets that the wallet protocol reaches. Keeps `pairing` of the connection's state and loads the engine when it is
 * needed for the first time.
 */
export class RemoteWallets implements RemoteConnector {
  readonly id = WALLET_CONNECT_CONNECTOR_ID;
  readonly sessions: RemoteSessions;
  readonly #parts: RemoteWalletsParts;
  readonly #connectors = new Map<Namespace, Connector>();
  readonly #life = new AbortController();
  readonly #following = new Subscription();
  #memory: SessionMemory | null = null;
  #client: Promise<LoadedEngine> | null = null;
  #loaded: LoadedEngine | null = null;
  #pairings = 0;

  constructor(parts: RemoteWalletsParts) {
    this.#parts = parts;
    const { chains, connections, memory } = parts;
    this.sessions = new RemoteSessions({
      connectorId: this.id,
      connectorOf: this.connectorOf,
      chains,
      connections,
      memory,
      used: (namespace, remote, shown) => {
        if (this.#state.pairing.status === 'disconnected') this.#change({ status: 'connected' });
        this.#memory?.keep(namespace, remote, shown);
      },
      ended: (namespace, { topic }, reason) => this.#memory?.forget(namespace, topic, reason),
      unused: () => {
        if (this.#state.pairing.status === 'connected') this.#change({ status: 'disconnected' });
      },
      ungrantedIn: (namespace, { namespaces: granted }) => {
        // A session comes from the engine: it is loaded.
        const { ungrantedOf, requestedNamespaces } = this.#loaded ?? {};
        const asked = requestedNamespaces && this.#asked(requestedNamespaces);
        return asked && ungrantedOf?.({ namespace, asked, granted, networks: allNetworksOf(this.#state) });
      },
    });
  }

  readonly connectorOf = (namespace: Namespace, walletName?: string): Connector => {
    if (walletName !== undefined) return remoteConnector(namespace, walletName);
    const connector = this.#connectors.get(namespace) ?? remoteConnector(namespace);
    this.#connectors.set(namespace, connector);
    return connector;
  };

  /**
   * Pairs: shows a URI in `pairing.wcUri` until a wallet approves.
   * @param ahead before the user has picked a wallet: `pairing.status` is not `connecting` yet
   * @throws LatchkeyError `wallet/…`, `pairing/expired`, `relay/…`, `browser/load-failed`, `config/dependency-missing`
   */
  async open(signal: AbortSignal, ahead = false): Promise<RemoteSession> {
    signal.throwIfAborted();
    const { browser, options } = this.#parts;
    // The pairing that began last is shown; one that it replaces changes nothing any more.
    this.#pairings += 1;
    const own = this.#pairings;
    const change = (pairing: Partial<PairingState>): void => (own === this.#pairings ? this.#change(pairing) : undefined);
    const { telegram, ios } = browser.platform;
    const reuse = telegram || ios || this.#parts.isPending();
    change({ status: ahead ? this.#status : 'connecting', wcError: false, ...(reuse ? {} : NO_URI) });
    const buffering = this.#buffering$.subscribe((isBuffering) => this.#change({ buffering: isBuffering }));
    // At once: a user who cancels does not see the URI again when they come back to something else.
    const cancel = (): void => change({ status: this.#status, buffering: false, ...(reuse ? {} : NO_URI) });
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const { engine, requestedNamespaces } = await abortable(this.#load(), signal);
      const { metadata } = options.current;
      const optionalNamespaces = this.#asked(requestedNamespaces);
      const show: PairRequest['show'] = (shown) =>
        change(shown === null ? { wcUri: undefined } : { wcUri: shown.uri, wcPairingExpiry: shown.expiresAt });
      const request = { optionalNamespaces, metadata: metadata ?? browser.pageMetadata(), reuse, show };
      const session = await this.#unlessAborted(engine.pair(request, signal), signal);
      change({ status: 'connected', buffering: false, ...NO_URI });
      return session;
    } catch (error) {
      if (!signal.aborted) change({ status: this.#status, buffering: false, wcError: true, ...NO_URI });
      throw error;
    } finally {
      signal.removeEventListener('abort', cancel);
      buffering.unsubscribe();
    }
  }

  /** The stored session that serves a namespace; `null` when nothing is left of it, which is notified. Waits for no relay. */
  async resume(namespace: Namespace, signal: AbortSignal): Promise<RemoteSession | null> {
    const { engine } = await abortable(this.#load(), signal);
    return abortable(this.#memory?.resume(namespace, engine) ?? Promise.resolve(null), signal);
  }

  keepBeside(connected: Namespace, remote: RemoteSession): readonly Namespace[] {
    return this.#memory?.keepBeside(connected, remote, this.sessions.served) ?? [];
  }

  forget(namespace: Namespace, topic?: string): void {
    this.#memory?.forget(namespace, topic);
  }

  /** Ends everything that is under way; what is stored stays. */
  dispose(): void {
    this.#life.abort(new LatchkeyError('config/disposed', {}));
    this.#following.unsubscribe();
    this.sessions.dispose();
    this.#client?.then(
      ({ engine }) => engine.dispose(),
      () => undefined,
    );
  }

  /** A session that arrives after the abort is disconnected. */
  async #unlessAborted(pairing: Promise<RemoteSession>, signal: AbortSignal): Promise<RemoteSession> {
    try {
      const session = await abortable(pairing, signal);
      signal.throwIfAborted();
      return session;
    } catch (error) {
      if (signal.aborted)
        pairing.then(
          (session) => this.sessions.release(session),
          () => undefined,
        );
      throw error;
    }
  }

  get #state(): ConnectionState {
    return this.#parts.connections.state;
  }

  /** `pairing.status` while no one pairs: a session stays where a pairing for another namespace is cancelled. */
  get #status(): PairingState['status'] {
    return this.sessions.isUsed() ? 'connected' : 'disconnected';
  }

  /** Whether to wait a moment: a user who returns from a wallet on this phone waits until the connection to the relay has woken up. */
  get #buffering$(): Observable<boolean> {
    const { browser, clock } = this.#parts;
    return browser.visible$.pipe(
      pairwise(),
      filter(([before, now]) => !before && now && browser.platform.ios && this.#state.pairing.wcLinking !== undefined),
      mergeMap(() => concat(of(true), timer(BUFFERING_MS, clock.scheduler).pipe(map(() => false)))),
    );
  }

  #asked(requested: typeof requestedNamespaces): ProposalNamespaces {
    return requested(allNetworksOf(this.#state), this.sessions.served, this.#parts.options.current.universalProviderConfigOverride);
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
    if (this.#memory !== null) return;
    this.#memory = loaded.sessionMemory({ ...this.#parts, connector: this });
    this.#following.add(this.#memory.follow());
  }

  #change(pairing: Partial<PairingState>): void {
    this.#parts.connections.dispatch({ type: 'pairing-changed', pairing });
  }
}
