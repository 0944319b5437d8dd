import { LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { formatValue } from '../../../domain/format-value.js';
import { latchkeyErrorOf } from '../../../domain/wallet-protocol/fault-errors.js';
import { describeProtocolError } from '../../../domain/wallet-protocol/protocol-errors.js';
import { invalid, paramsFault } from '../../../domain/wallet-protocol/protocol-fault.js';
import { addressesFromEvent } from '../../../domain/wallet-protocol/provider/event-payload.js';
import {
  mergeNamespaces,
  type ProviderNamespaces,
  withoutRpcSettings,
} from '../../../domain/wallet-protocol/provider/provider-namespaces.js';
import { grantedChains, type SessionGrants } from '../../../domain/wallet-protocol/rules/grants.js';
import { httpUrlFault, providerChainFault } from '../../../domain/wallet-protocol/rules/provider-rules.js';
import { abortable } from '../../shared/abortable.js';
import { BaseProvider, type PairingsCleanup } from './base-provider.js';
import type {
  ProviderAuthentication,
  ProviderClient,
  ProviderClientEvent,
  ProviderListener,
  ProviderSession,
  ProviderSessionEvent,
} from './provider-client.js';
import { settledNamespaces } from './provider-state.js';

/** Params of `connect()`. */
interface ProviderConnectParams {
  /** Required namespaces. */
  namespaces?: ProviderNamespaces | undefined;
  /** Optional namespaces. */
  optionalNamespaces?: ProviderNamespaces | undefined;
  sessionProperties?: Record<string, string> | undefined;
  scopedProperties?: Record<string, unknown> | undefined;
  /** Topic of an existing pairing. */
  pairingTopic?: string | undefined;
  /** Stores the params without pairing. `pair()` uses them later. */
  skipPairing?: boolean | undefined;
}

/** A request of the app. @see https://eips.ethereum.org/EIPS/eip-1193#request */
interface ProviderCall {
  method: string;
  params?: unknown[] | Record<string, unknown> | object | undefined;
}

/** A JSON-RPC response. */
interface ProviderResponse {
  id: number;
  jsonrpc: string;
  result: unknown;
}

/** Provider for all namespaces of a session: sends requests to the wallet or to RPC endpoints. The composition sets its public name. */
export class WalletProvider<
  Session extends ProviderSession = ProviderSession,
  Authentication extends ProviderAuthentication<Session> = ProviderAuthentication<Session>,
> extends BaseProvider<Session, Authentication> {
  scopedProperties?: Record<string, unknown>;
  /** The last pairing URI. */
  uri: string | undefined = undefined;
  /** Params of the last `connect()`, unchanged: the client validates them. */
  #connectParams: ProviderConnectParams = {};
  #abort = new AbortController();

  get isWalletConnect(): true {
    return true;
  }

  /** Opens the client, restores the stored session and subscribes to the client. @throws LatchkeyError `wallet-protocol/session-unknown` */
  protected async start(): Promise<void> {
    this.#subscribeToClient(await this.open());
  }

  /**
   * Requests a session. Pairs unless `skipPairing` is set, and resolves with the session.
   * @throws LatchkeyError `wallet-protocol/client-not-initialized`, `wallet-protocol/missing-or-invalid`, `json-rpc/invalid-url`,
   * `wallet-protocol/pairing-aborted`; any error of the client
   */
  async connect(params: ProviderConnectParams): Promise<Session | undefined> {
    this.requireClient();
    const fault = paramsFault('connect()', params);
    if (fault !== null) throw latchkeyErrorOf(fault);
    const before = this.#configure(params);
    await this.cleanupPairings({}, params.pairingTopic);
    return params.skipPairing ? undefined : this.#withRollback(before, () => this.pair(params.pairingTopic));
  }

  /** Pairs with the params of the last `connect()`. */
  async pair(pairingTopic: string | undefined): Promise<Session> {
    const client = this.requireClient();
    const { namespaces, optionalNamespaces, sessionProperties, scopedProperties } = this.#connectParams;
    const { uri, approval } = await client.connect({
      ...(pairingTopic === undefined ? {} : { pairingTopic }),
      requiredNamespaces: withoutRpcSettings(namespaces ?? {}),
      optionalNamespaces: withoutRpcSettings(optionalNamespaces ?? {}),
      ...(sessionProperties === undefined ? {} : { sessionProperties }),
      ...(scopedProperties === undefined ? {} : { scopedProperties }),
    });
    this.emitUri(uri);
    const session = await this.#unlessAborted(approval());
    await this.adoptSession(session);
    return session;
  }

  /** Requests a sign-in. The result may have no session. */
  async authenticate(params: unknown, walletUniversalLink?: string): Promise<Authentication> {
    const client = this.requireClient();
    const before = this.#configure({});
    await this.cleanupPendingPairings();
    return this.#withRollback(before, async () => {
      const { uri, response } = await client.authenticate(params, walletUniversalLink);
      this.emitUri(uri);
      const result = await response();
      if (result.session !== undefined) await this.adoptSession(result.session);
      return result;
    });
  }

  /** Connects unless connected. Returns the accounts of the default chain. */
  async enable(): Promise<string[]> {
    this.requireClient();
    if (this.session === undefined) await this.connect(this.#connectParams);
    const [namespace] = this.route(undefined) ?? [];
    return namespace === undefined ? [] : (this.rpcProviders[namespace]?.requestAccounts() ?? []);
  }

  /**
   * @param chain CAIP-2, or a namespace for its default chain. Default: the default chain of the first namespace
   * @param expiry seconds from 300 to 604,800
   * @throws LatchkeyError `wallet-protocol/namespace-not-configured`, `wallet-protocol/not-connected`, `wallet-protocol/missing-or-invalid`; any
   * error of the wallet or RPC endpoint
   */
  async request<T = unknown>(args: ProviderCall, chain?: string, expiry?: number): Promise<T> {
    requireChainText('request()', chain ?? '');
    const route = this.route(chain);
    if (this.session === undefined || route === null) throw new LatchkeyError('wallet-protocol/not-connected', {});
    const fault =
      paramsFault('request()', args) ?? (typeof args.method === 'string' ? null : invalid(`request() method: ${formatValue(args.method)}`));
    if (fault !== null) throw latchkeyErrorOf(fault);
    const [namespace, reference] = route;
    const provider = this.rpcProviders[namespace];
    const chainId = `${namespace}:${reference}`;
    if (provider === undefined) throw new LatchkeyError('json-rpc/provider-not-found', { chainId });
    return provider.request<T>({ topic: this.session.topic, request: { ...args }, chainId, expiry });
  }

  /** Same as `request`, with a callback. */
  sendAsync(
    args: ProviderCall,
    callback: (error: Error | null, response: ProviderResponse) => void,
    chain?: string,
    expiry?: number,
  ): void {
    const id = this.deps.clock.now();
    // On an error there is no response. Callbacks of this form check the error first.
    const fail = callback as (error: Error | null, response?: ProviderResponse) => void;
    this.request(args, chain, expiry).then(
      (result) => callback(null, { id, jsonrpc: '2.0', result }),
      (error: Error) => fail(error),
    );
  }

  /** Disconnects the session. @throws LatchkeyError `wallet-protocol/nothing-to-disconnect`; any error of the client while it still has the session */
  async disconnect(): Promise<void> {
    const client = this.requireClient();
    if (this.session === undefined) throw new LatchkeyError('wallet-protocol/nothing-to-disconnect', {});
    const { topic } = this.session;
    try {
      await client.disconnect({ topic, reason: describeProtocolError('USER_DISCONNECTED') });
    } catch (error) {
      // An error does not matter if the session is already gone.
      if (client.session.getAll().some((session) => session.topic === topic)) throw error;
    }
    await this.forget();
  }

  /**
   * Sets the default chain of a namespace. Does nothing without a session or for a namespace that was not requested.
   * @param rpcUrl RPC endpoint of the app
   * @throws LatchkeyError `wallet-protocol/chain-not-approved`, `wallet-protocol/missing-or-invalid`, `json-rpc/invalid-url`
   */
  setDefaultChain(chain: string, rpcUrl?: string): void {
    if (this.session === undefined) return;
    requireChainText('setDefaultChain()', chain);
    const [namespace = '', reference = ''] = chain.split(':');
    const configured = mergeNamespaces(this.namespaces, this.optionalNamespaces);
    const usable = [...new Set([...grantedChains(this.session.namespaces), ...(configured[namespace]?.chains ?? [])])];
    const fault = providerChainFault(chain, Object.keys(configured), usable) ?? (rpcUrl === undefined ? null : httpUrlFault(rpcUrl));
    if (fault?.kind === 'wallet-protocol/namespace-not-configured') return;
    if (fault !== null) throw latchkeyErrorOf(fault);
    if (reference !== '') this.rpcProviders[namespace]?.setDefaultChain(reference, rpcUrl);
  }

  /** Unsubscribes the client's pairings; with `deletePairings` they expire immediately. Never fails. */
  async cleanupPendingPairings(options: PairingsCleanup = {}): Promise<void> {
    await this.cleanupPairings(options);
  }

  /** Aborts pending pairings: their `connect()` rejects, and a session that is settled later is disconnected. */
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

  /** Applies the params of a connection. @returns a function that restores the previous state */
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
    this.#connectParams = { namespaces, optionalNamespaces, sessionProperties, scopedProperties };
    this.namespaces = mergeNamespaces(namespaces);
    this.optionalNamespaces = mergeNamespaces(optionalNamespaces);
    if (sessionProperties === undefined) delete this.sessionProperties;
    else this.sessionProperties = sessionProperties;
    if (scopedProperties === undefined) delete this.scopedProperties;
    else this.scopedProperties = scopedProperties;
    return () => void Object.assign(this, before);
  }

  /** Restores the previous state if the run fails and the current session is unchanged. */
  async #withRollback<Result>(restore: () => void, run: () => Promise<Result>): Promise<Result> {
    const topic = this.session?.topic;
    try {
      return await run();
    } catch (error) {
      if (topic !== undefined && this.session?.topic === topic) restore();
      throw error;
    }
  }

  protected emitUri(uri: string | undefined): void {
    if (uri === undefined || uri === '') return;
    this.uri = uri;
    this.events.emit('display_uri', uri);
  }

  #unlessAborted(approval: Promise<Session>): Promise<Session> {
    const { signal } = this.#abort;
    const disconnectAborted = async ({ topic }: Session): Promise<void> =>
      this.requireClient().disconnect({ topic, reason: describeProtocolError('USER_DISCONNECTED') });
    const onAbort = (): void => {
      approval
        .then(disconnectAborted)
        .catch((error: unknown) => this.deps.logger.warn('Failed to disconnect the session of an aborted pairing', error));
    };
    const settled = (): void => signal.removeEventListener('abort', onAbort);
    signal.addEventListener('abort', onAbort, { once: true });
    approval.then(settled, settled);
    return abortable(approval, signal);
  }

  protected async adoptSession(session: Session): Promise<void> {
    this.namespaces = settledNamespaces(this.namespaces ?? {}, session.namespaces);
    this.setSession(session);
    const { namespaces, optionalNamespaces, sessionProperties } = this;
    await this.save({ namespaces, optionalNamespaces: optionalNamespaces ?? {}, sessionProperties });
    this.events.emit('connect', { session });
  }

  /** Forwards the client's events of the current session to the app. */
  #subscribeToClient(client: ProviderClient<Session, Authentication>): void {
    const { events } = this;
    const { logger } = this.deps;
    const on = <Data extends SessionEventData>(name: ProviderClientEvent, handle: (data: Data) => void): void => {
      client.events.on(name, (emitted) => {
        // The client emits each event with the data of its name.
        const data = emitted as Data;
        if (data.topic === this.session?.topic) handle(data);
      });
    };

    const closeSession = async (
      name: string,
      data: SessionEventData,
      reason: { readonly code: number; readonly message: string },
    ): Promise<void> => {
      await this.forget().catch((error: unknown) => logger.warn('Failed to clean up after a session', error));
      events.emit(name, data);
      events.emit('disconnect', { ...reason, data: data.topic });
    };

    on('session_ping', (data) => void events.emit('session_ping', data));

    on<ProviderSessionEvent>('session_event', (data) => {
      const { event, chainId } = data.params;
      if (event.name === 'accountsChanged') {
        const addresses = addressesFromEvent(event.data);
        if (addresses === null) logger.warn('A wallet emitted invalid accounts');
        else events.emit('accountsChanged', addresses);
      } else if (event.name === 'chainChanged') this.switchChain(chainId, event.data);
      else events.emit(event.name, event.data);
      events.emit('session_event', data);
    });

    on<SessionEventData & { readonly params: { readonly namespaces: SessionGrants } }>('session_update', (data) => {
      this.updateSession(data.params.namespaces);
      events.emit('session_update', { topic: data.topic, params: data.params });
    });

    on('session_delete', (data) => void closeSession('session_delete', data, describeProtocolError('USER_DISCONNECTED')));
    on(
      'session_expire',
      (data) => void closeSession('session_expire', data, describeProtocolError('EXPIRED', `session topic: ${data.topic}`)),
    );
  }
}

interface SessionEventData {
  readonly topic: string;
}

/** @throws LatchkeyError for a JavaScript app that passes another value, e.g. a number */
const requireChainText = (call: string, chain: string): void => {
  if (typeof chain !== 'string') throw latchkeyErrorOf(invalid(`${call} chainId: ${formatValue(chain)}`));
};
