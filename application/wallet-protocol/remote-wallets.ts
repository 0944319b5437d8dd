import { concat, filter, map, mergeMap, type Observable, of, pairwise, Subscription, timer } from 'rxjs';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { ConnectionState, PairingState } from '../../domain/connection/connection-state.js';
import { allNetworksOf } from '../../domain/connection/connection-views.js';
import { type Connector, remoteConnector, WALLET_CONNECT_CONNECTOR_ID } from '../../domain/connection/connector.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { missingPermissionsOf } from '../../domain/wallet-protocol/missing-permissions.js';
import type { requestedNamespaces } from '../../domain/wallet-protocol/requested-namespaces.js';
import type { RequestedNamespaces } from '../../domain/wallet-protocol/rules/grants.js';
import type { ProposalNamespaces } from '../../domain/wallet-protocol/session.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { ConnectionRepository } from '../connect/connection-repository.js';
import type { RemoteConnector } from '../connect/remote-connector.js';
import { RemoteSessions } from '../connect/remote-sessions.js';
import type { Browser } from '../ports/browser.port.js';
import type { Chains } from '../ports/chain.port.js';
import type { Clock } from '../ports/clock.port.js';
import type { RemoteSession } from '../ports/remote-session.port.js';
import type { SignInService } from '../ports/sign-in.port.js';
import { abortable } from '../shared/abortable.js';
import type { EventBus } from '../shared/event-bus.js';
import type { OptionsStore } from '../shared/options.store.js';
import type { PairRequest } from './pairing-attempt.js';
import type { ProtocolClient } from './protocol-client.js';
import type { SessionRepository, SessionRepositoryDeps } from './session-repository.js';

/** The methods of the engine that `RemoteWallets` uses. */
export type PairingEngine = Pick<ProtocolClient, 'pair' | 'resume' | 'dispose'>;

/** The engine with the functions that are loaded in the same chunk. */
export interface LoadedEngine {
  readonly engine: PairingEngine;
  readonly requestedNamespaces: typeof requestedNamespaces;
  readonly missingPermissionsOf: typeof missingPermissionsOf;
  readonly createSessionRepository: (deps: SessionRepositoryDeps) => SessionRepository;
}

export interface RemoteWalletsDeps {
  /** Loads the engine and the relay. Called when the user picks a remote wallet or a stored session is restored. */
  readonly load: () => Promise<LoadedEngine>;
  readonly connections: ConnectionStore;
  readonly repository: ConnectionRepository;
  readonly chains: Chains;
  readonly options: OptionsStore;
  readonly events: EventBus;
  readonly browser: Browser;
  readonly clock: Clock;
  /** Sign-in of the app; `null` if it uses none. */
  readonly signIn: Pick<SignInService, 'createMessage'> | null;
  /** Returns whether an earlier page load was closed while a pairing was pending. */
  readonly hasPendingPairing: () => boolean;
}

/** Duration of the buffering state for a user who returns from a wallet, while the relay reconnects. */
const BUFFERING_MS = 5_000;

const NO_URI = { wcUri: undefined, wcPairingExpiry: undefined } as const;

/** Connector of WalletConnect wallets. Updates `pairing` in the connection state, and loads the engine on first use. */
export class RemoteWallets implements RemoteConnector {
  readonly id = WALLET_CONNECT_CONNECTOR_ID;
  readonly sessions: RemoteSessions;
  readonly #deps: RemoteWalletsDeps;
  readonly #connectors = new Map<Namespace, Connector>();
  readonly #controller = new AbortController();
  readonly #subscriptions = new Subscription();
  #sessionRepository: SessionRepository | null = null;
  #loading: Promise<LoadedEngine> | null = null;
  #loaded: LoadedEngine | null = null;
  #pairingCount = 0;

  constructor(deps: RemoteWalletsDeps) {
    this.#deps = deps;
    const { chains, connections, repository } = deps;
    this.sessions = new RemoteSessions({
      connectorId: this.id,
      connectorOf: this.connectorOf,
      chains,
      connections,
      repository,
      onUsed: (namespace, remote, info) => {
        const { status, approved } = this.#state.pairing;
        if (status === 'disconnected' || approved) this.#updatePairing({ status: 'connected', approved: false });
        this.#sessionRepository?.save(namespace, remote, info);
      },
      onDisconnected: (namespace, { topic }, reason) => this.#sessionRepository?.forget(namespace, topic, reason),
      onUnused: () => {
        if (this.#state.pairing.status === 'connected') this.#updatePairing({ status: 'disconnected' });
      },
      missingPermissionsIn: (namespace, { namespaces: granted }) => {
        // Sessions come from the engine, so it is loaded by now.
        const { missingPermissionsOf, requestedNamespaces } = this.#loaded ?? {};
        const requested = requestedNamespaces && this.#namespacesToRequest(requestedNamespaces);
        return requested && missingPermissionsOf?.({ namespace, requested, granted, networks: allNetworksOf(this.#state) });
      },
    });
  }

  get defaultChainId(): string | undefined {
    return this.#deps.options.current.universalProviderConfigOverride?.defaultChain;
  }

  readonly connectorOf = (namespace: Namespace, walletName?: string): Connector => {
    if (walletName !== undefined) return remoteConnector(namespace, walletName);
    const connector = this.#connectors.get(namespace) ?? remoteConnector(namespace);
    this.#connectors.set(namespace, connector);
    return connector;
  };

  /**
   * Pairs: sets `pairing.wcUri` until a wallet approves.
   * @param ahead whether the user has not picked a wallet yet: `pairing.status` does not become `connecting`
   * @param proposal namespaces to propose; default: those of the options
   * @throws LatchkeyError `wallet/…`, `pairing/expired`, `relay/…`, `browser/load-failed`, `config/dependency-missing`
   */
  async open(signal: AbortSignal, ahead = false, proposal?: RequestedNamespaces): Promise<RemoteSession> {
    signal.throwIfAborted();
    const { browser, options } = this.#deps;
    // Only the latest pairing updates the state.
    this.#pairingCount += 1;
    const attempt = this.#pairingCount;
    const change = (pairing: Partial<PairingState>): void => (attempt === this.#pairingCount ? this.#updatePairing(pairing) : undefined);
    const { telegram, ios } = browser.platform;
    const shouldReuseUri = telegram || ios || this.#deps.hasPendingPairing();
    change({ status: ahead ? this.#status : 'connecting', wcError: false, approved: false, ...(shouldReuseUri ? {} : NO_URI) });
    const buffering = this.#buffering$.subscribe((isBuffering) => this.#updatePairing({ buffering: isBuffering }));
    // Cleared on abort, so that the user does not see this URI when they open the modal again.
    const cancel = (): void => change({ status: this.#status, buffering: false, ...(shouldReuseUri ? {} : NO_URI) });
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const { engine, requestedNamespaces } = await abortable(this.#load(), signal);
      const { metadata } = options.current;
      const optionalNamespaces = proposal ?? this.#namespacesToRequest(requestedNamespaces);
      const onUri: PairRequest['onUri'] = (displayed) =>
        change(displayed === null ? { wcUri: undefined } : { wcUri: displayed.uri, wcPairingExpiry: displayed.expiresAt });
      const request = { optionalNamespaces, metadata: metadata ?? browser.pageMetadata(), shouldReuseUri, onUri, signIn: this.#signIn };
      const session = await this.#unlessAborted(engine.pair(request, signal), signal);
      change({ status: 'connected', approved: true, buffering: false, ...NO_URI });
      return session;
    } catch (error) {
      if (!signal.aborted) change({ status: this.#status, buffering: false, wcError: true, ...NO_URI });
      throw error;
    } finally {
      signal.removeEventListener('abort', cancel);
      buffering.unsubscribe();
    }
  }

  /** Returns the stored session of a namespace, or `null` after notifying its loss if it no longer exists. Does not wait for the relay. */
  async resume(namespace: Namespace, signal: AbortSignal): Promise<RemoteSession | null> {
    const { engine } = await abortable(this.#load(), signal);
    return abortable(this.#sessionRepository?.resume(namespace, engine) ?? Promise.resolve(null), signal);
  }

  storeForOtherNamespaces(connected: Namespace, remote: RemoteSession): readonly Namespace[] {
    return this.#sessionRepository?.saveForOtherNamespaces(connected, remote, this.sessions.supportedNamespaces) ?? [];
  }

  forget(namespace: Namespace, topic?: string): void {
    this.#sessionRepository?.forget(namespace, topic);
  }

  /** Aborts pending pairings and closes the engine. Stored records remain. */
  dispose(): void {
    this.#controller.abort(new LatchkeyError('config/disposed', {}));
    this.#subscriptions.unsubscribe();
    this.sessions.dispose();
    this.#loading?.then(
      ({ engine }) => engine.dispose(),
      () => undefined,
    );
  }

  /** Returns the session of a pairing. A session that arrives after the abort is disconnected. */
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

  get #signIn(): PairRequest['signIn'] {
    const service = this.#deps.signIn;
    const { eip155 } = this.#state.namespaces;
    if (service === null || eip155 === undefined) return undefined;
    return { service, chainId: eip155.session?.chainId ?? eip155.selectedChainId };
  }

  get #state(): ConnectionState {
    return this.#deps.connections.state;
  }

  /** `pairing.status` while no pairing is pending: `connected` if a session remains in use after a cancelled pairing. */
  get #status(): PairingState['status'] {
    return this.sessions.isUsed() ? 'connected' : 'disconnected';
  }

  /** Emits `true` when an iOS user returns from the wallet they opened, and `false` once the relay has had time to reconnect. */
  get #buffering$(): Observable<boolean> {
    const { browser, clock } = this.#deps;
    return browser.visible$.pipe(
      pairwise(),
      filter(([before, now]) => !before && now && browser.platform.ios && this.#state.pairing.wcLinking !== undefined),
      mergeMap(() => concat(of(true), timer(BUFFERING_MS, clock.scheduler).pipe(map(() => false)))),
    );
  }

  #namespacesToRequest(requested: typeof requestedNamespaces): ProposalNamespaces {
    return requested(
      allNetworksOf(this.#state),
      this.sessions.supportedNamespaces,
      this.#deps.options.current.universalProviderConfigOverride,
    );
  }

  #load(): Promise<LoadedEngine> {
    const { aborted, reason } = this.#controller.signal;
    if (aborted) return Promise.reject(reason);
    const loading = this.#loading ?? this.#deps.load();
    this.#loading = loading;
    loading.then(
      (loaded) => this.#onLoaded(loaded),
      () => {
        // The next call retries.
        this.#loading = null;
      },
    );
    return loading;
  }

  #onLoaded(loaded: LoadedEngine): void {
    this.#loaded = loaded;
    if (this.#sessionRepository !== null) return;
    this.#sessionRepository = loaded.createSessionRepository({ ...this.#deps, connector: this });
    this.#subscriptions.add(this.#sessionRepository.subscribe());
  }

  #updatePairing(pairing: Partial<PairingState>): void {
    this.#deps.connections.dispatch({ type: 'pairing-changed', pairing });
  }
}
