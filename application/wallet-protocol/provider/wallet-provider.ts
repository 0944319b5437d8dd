import { LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { latchkeyErrorOf } from '../../../domain/wallet-protocol/fault-errors.js';
import { describeProtocolError } from '../../../domain/wallet-protocol/protocol-errors.js';
import { announcedAddresses, announcedChain } from '../../../domain/wallet-protocol/provider/event-payload.js';
import { demandsOf, mergeNamespaces, type ProviderNamespaces } from '../../../domain/wallet-protocol/provider/provider-namespaces.js';
import { grantedChains, type SessionGrants } from '../../../domain/wallet-protocol/rules/grants.js';
import { httpUrlFault, providerChainFault } from '../../../domain/wallet-protocol/rules/provider-rules.js';
import { abortable } from '../../shared/abortable.js';
import type {
  ProviderAuthentication,
  ProviderClient,
  ProviderClientEvent,
  ProviderListener,
  ProviderSession,
  ProviderSessionEvent,
} from './provider-client.js';
import { settledNamespaces } from './provider-state.js';
import { type PairingsCleanup, ServedSession } from './served-session.js';

/** What a host asks of a wallet. */
interface ProviderConnectParams {
  /** What the host cannot do without. */
  namespaces?: ProviderNamespaces | undefined;
  /** What it would like to have. */
  optionalNamespaces?: ProviderNamespaces | undefined;
  sessionProperties?: Record<string, string> | undefined;
  scopedProperties?: Record<string, unknown> | undefined;
  /** A pairing to use again. */
  pairingTopic?: string | undefined;
  /** Takes over what is asked for, and pairs later. */
  skipPairing?: boolean | undefined;
}

/** A call, as a host makes it. @see https://eips.ethereum.org/EIPS/eip-1193#request */
interface ProviderCall {
  method: string;
  params?: unknown[] | Record<string, unknown> | object | undefined;
}

/** An answer in the shape of JSON-RPC. */
interface ProviderAnswer {
  id: number;
  jsonrpc: string;
  result: unknown;
}

/** A provider over all namespaces of a session: its calls go to the wallet or to the nodes of their chain. The composition gives it its public name. */
export class WalletProvider<
  Session extends ProviderSession = ProviderSession,
  Authentication extends ProviderAuthentication<Session> = ProviderAuthentication<Session>,
> extends ServedSession<Session, Authentication> {
  scopedProperties?: Record<string, unknown>;
  /** The last pairing URI. */
  uri: string | undefined = undefined;
  /** What was asked for last, word for word: the client judges it. */
  #asked: ProviderConnectParams = {};
  #abort = new AbortController();

  get isWalletConnect(): true {
    return true;
  }

  /** Opens the client, takes up the session that there is, and follows it. @throws LatchkeyError `wallet-protocol/session-unknown` */
  protected async start(): Promise<void> {
    this.#follow(await this.open());
  }

  /**
   * Asks a wallet for a session, pairs where nothing else is said, and resolves when it is there.
   * @throws LatchkeyError `wallet-protocol/client-not-initialized`, `json-rpc/invalid-url`, `wallet-protocol/pairing-aborted`; whatever the client throws
   */
  async connect(params: ProviderConnectParams): Promise<Session | undefined> {
    this.needClient();
    const before = this.#configure(params);
    await this.leavePairings({}, params.pairingTopic);
    return params.skipPairing ? undefined : this.#restoring(before, () => this.pair(params.pairingTopic));
  }

  /** Pairs for what was asked for last. */
  async pair(pairingTopic: string | undefined): Promise<Session> {
    const client = this.needClient();
    const { namespaces, optionalNamespaces, sessionProperties, scopedProperties } = this.#asked;
    const { uri, approval } = await client.connect({
      ...(pairingTopic === undefined ? {} : { pairingTopic }),
      requiredNamespaces: demandsOf(namespaces ?? {}),
      optionalNamespaces: demandsOf(optionalNamespaces ?? {}),
      ...(sessionProperties === undefined ? {} : { sessionProperties }),
      ...(scopedProperties === undefined ? {} : { scopedProperties }),
    });
    this.#show(uri);
    const session = await this.#unlessAborted(approval());
    await this.#take(session);
    return session;
  }

  /** Asks a wallet to sign in; the session may be missing. */
  async authenticate(params: unknown, walletUniversalLink?: string): Promise<Authentication> {
    const client = this.needClient();
    const before = this.#configure({});
    await this.cleanupPendingPairings();
    return this.#restoring(before, async () => {
      const { uri, response } = await client.authenticate(params, walletUniversalLink);
      this.#show(uri);
      const result = await response();
      if (result.session !== undefined) await this.#take(result.session);
      return result;
    });
  }

  /** Connects where nothing is connected. The accounts of the default chain. */
  async enable(): Promise<string[]> {
    this.needClient();
    if (this.session === undefined) await this.connect(this.#asked);
    const [namespace] = this.route(undefined) ?? [];
    return namespace === undefined ? [] : (this.rpcProviders[namespace]?.requestAccounts() ?? []);
  }

  /**
   * @param chain CAIP-2, or a namespace for its default chain. Default: the default chain of the first namespace
   * @param expiry seconds from 300 to 604,800
   * @throws LatchkeyError `wallet-protocol/namespace-not-configured`, `wallet-protocol/not-connected`; whatever the wallet or a node answers
   */
  async request<T = unknown>(args: ProviderCall, chain?: string, expiry?: number): Promise<T> {
    const route = this.route(chain);
    if (this.session === undefined || route === null) throw new LatchkeyError('wallet-protocol/not-connected', {});
    const [namespace, reference] = route;
    const provider = this.rpcProviders[namespace];
    const chainId = `${namespace}:${reference}`;
    if (provider === undefined) throw new LatchkeyError('json-rpc/provider-not-found', { chainId });
    return provider.request<T>({ topic: this.session.topic, request: { ...args }, chainId, expiry });
  }

  /** The same with a callback. */
  sendAsync(args: ProviderCall, callback: (error: Error | null, response: ProviderAnswer) => void, chain?: string, expiry?: number): void {
    const id = this.parts.clock.now();
    // Without an answer there is none: callbacks of this form look at the error first.
    const fail = callback as (error: Error | null, response?: ProviderAnswer) => void;
    this.request(args, chain, expiry).then(
      (result) => callback(null, { id, jsonrpc: '2.0', result }),
      (error: Error) => fail(error),
    );
  }

  /** Ends the session. @throws LatchkeyError `wallet-protocol/nothing-to-disconnect`; whatever the client throws while it still has the session */
  async disconnect(): Promise<void> {
    const client = this.needClient();
    if (this.session === undefined) throw new LatchkeyError('wallet-protocol/nothing-to-disconnect', {});
    const { topic } = this.session;
    try {
      await client.disconnect({ topic, reason: describeProtocolError('USER_DISCONNECTED') });
    } catch (error) {
      // A session that is gone already is what was wanted.
      if (client.session.getAll().some((session) => session.topic === topic)) throw error;
    }
    await this.forget();
  }

  /**
   * Uses a chain for what names none. Nothing happens without a session, and for a namespace that nobody asked for.
   * @param rpcUrl of the host's own node
   * @throws LatchkeyError `wallet-protocol/chain-not-approved`, `json-rpc/invalid-url`
   */
  setDefaultChain(chain: string, rpcUrl?: string): void {
    if (this.session === undefined) return;
    const [namespace = '', reference = ''] = chain.split(':');
    const known = mergeNamespaces(this.namespaces, this.optionalNamespaces);
    const usable = [...new Set([...grantedChains(this.session.namespaces), ...(known[namespace]?.chains ?? [])])];
    const fault = providerChainFault(chain, Object.keys(known), usable) ?? (rpcUrl === undefined ? null : httpUrlFault(rpcUrl));
    if (fault?.kind === 'wallet-protocol/namespace-not-configured') return;
    if (fault !== null) throw latchkeyErrorOf(fault);
    if (reference !== '') this.rpcProviders[namespace]?.setDefaultChain(reference, rpcUrl);
  }

  /** Leaves the pairings of the client; with `deletePairings` they expire at once. Never fails. */
  async cleanupPendingPairings(options: PairingsCleanup = {}): Promise<void> {
    await this.leavePairings(options);
  }

  /** Gives up pairings that are under way: their `connect()` rejects, and a session that still comes of one is ended. */
  abortPairingAttempt(): void {
    this.#abort.abort(new LatchkeyError('wallet-protocol/pairing-aborted', {}));
    this.#abort = new AbortController();
  }

  on(event: string, listener: ProviderListener): void {
    this.events.on(event, listener);
  }

  once(event: string, listener: ProviderListener): void {
    this.events.once(event, listener);
  }

  off(event: string, listener: ProviderListener): void {
    this.events.off(event, listener);
  }

  removeListener(event: string, listener: ProviderListener): void {
    this.events.off(event, listener);
  }

  /** Takes over what a host asks for. @returns what stood there, to be put back where nothing comes of it */
  #configure(params: ProviderConnectParams): () => void {
    const { namespaces, optionalNamespaces, sessionProperties, scopedProperties } = params;
    for (const { rpcMap = {} } of Object.values(mergeNamespaces(namespaces, optionalNamespaces))) {
      const fault = Object.values(rpcMap)
        .map(httpUrlFault)
        .find((each) => each !== null);
      if (fault !== undefined) throw latchkeyErrorOf(fault);
    }
    const before = {
      namespaces: this.namespaces ?? {},
      optionalNamespaces: this.optionalNamespaces ?? {},
      sessionProperties: this.sessionProperties,
    };
    this.#asked = { namespaces, optionalNamespaces, sessionProperties, scopedProperties };
    this.namespaces = mergeNamespaces(namespaces);
    this.optionalNamespaces = mergeNamespaces(optionalNamespaces);
    if (sessionProperties === undefined) delete this.sessionProperties;
    else this.sessionProperties = sessionProperties;
    if (scopedProperties === undefined) delete this.scopedProperties;
    else this.scopedProperties = scopedProperties;
    return () => void Object.assign(this, before);
  }

  /** A session that there is goes on as it was where a new one does not come about. */
  async #restoring<Result>(restore: () => void, run: () => Promise<Result>): Promise<Result> {
    const topic = this.session?.topic;
    try {
      return await run();
    } catch (error) {
      if (topic !== undefined && this.session?.topic === topic) restore();
      throw error;
    }
  }

  #show(uri: string | undefined): void {
    if (uri === undefined || uri === '') return;
    this.uri = uri;
    this.events.emit('display_uri', uri);
  }

  #unlessAborted(approval: Promise<Session>): Promise<Session> {
    const { signal } = this.#abort;
    const endLate = async ({ topic }: Session): Promise<void> =>
      this.needClient().disconnect({ topic, reason: describeProtocolError('USER_DISCONNECTED') });
    const given = (): void => {
      approval.then(endLate).catch((error: unknown) => this.parts.logger.warn('A pairing that was given up', error));
    };
    const settled = (): void => signal.removeEventListener('abort', given);
    signal.addEventListener('abort', given, { once: true });
    approval.then(settled, settled);
    return abortable(approval, signal);
  }

  async #take(session: Session): Promise<void> {
    this.namespaces = settledNamespaces(this.namespaces ?? {}, session.namespaces);
    this.serve(session);
    const { namespaces, optionalNamespaces, sessionProperties } = this;
    await this.save({ namespaces, optionalNamespaces: optionalNamespaces ?? {}, sessionProperties });
    this.events.emit('connect', { session });
  }

  /** Follows what the client reports of the session, and notifies the host of it; what concerns other sessions is left alone. */
  #follow(client: ProviderClient<Session, Authentication>): void {
    const { events } = this;
    const { logger } = this.parts;
    const on = <Data extends OfSession>(name: ProviderClientEvent, handle: (data: Data) => void): void => {
      client.events.on(name, (emitted) => {
        // The client emits each event with the data of its name.
        const data = emitted as Data;
        if (data.topic === this.session?.topic) handle(data);
      });
    };

    const end = async (name: string, data: OfSession, why: { readonly code: number; readonly message: string }): Promise<void> => {
      await this.forget().catch((error: unknown) => logger.warn('Failed to clean up after a session', error));
      events.emit(name, data);
      events.emit('disconnect', { ...why, data: data.topic });
    };

    on('session_ping', (data) => void events.emit('session_ping', data));

    on<ProviderSessionEvent>('session_event', (data) => {
      const { event, chainId } = data.params;
      if (event.name === 'accountsChanged') {
        const addresses = announcedAddresses(event.data);
        if (addresses === null) logger.warn('A wallet told of accounts that are none');
        else events.emit('accountsChanged', addresses);
      } else if (event.name === 'chainChanged') this.goToChain(announcedChain(chainId, event.data));
      else events.emit(event.name, event.data);
      events.emit('session_event', data);
    });

    on<OfSession & { readonly params: { readonly namespaces: SessionGrants } }>('session_update', (data) => {
      this.update(data.params.namespaces);
      events.emit('session_update', { topic: data.topic, params: data.params });
    });

    on('session_delete', (data) => void end('session_delete', data, describeProtocolError('USER_DISCONNECTED')));
    on('session_expire', (data) => void end('session_expire', data, describeProtocolError('EXPIRED', `session topic: ${data.topic}`)));
  }
}

interface OfSession {
  readonly topic: string;
}
