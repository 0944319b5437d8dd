import type { Logger } from '../../application/ports/logger.port.js';
import { pause } from '../../application/shared/pause.js';
import type { EngineContext } from '../../application/wallet-protocol/engine/engine-context.js';
import type { SignCalls } from '../../application/wallet-protocol/engine/sign-engine.js';
import type { RpcResponse } from '../../domain/wallet-protocol/json-rpc.js';
import type { ProtocolSession } from '../../domain/wallet-protocol/session.js';
import { AuthStores } from './auth-stores.js';
import { Core } from './core.js';
import type { CoreFacade } from './core-facade.js';
import { Emitter, type Listener } from './emitter.js';
import { forHost, hostErrorOf } from './host-error.js';
import { NAME, type SignClientOptions } from './sign-options.js';
import { toSignEvent, toSignPairing, toSignRequest, toSignSession } from './sign-shapes.js';
import { proposalStore, requestStore, type SignStores, sessionStore } from './sign-stores.js';
import type {
  SignAuthenticateParams,
  SignAuthenticateResult,
  SignCacao,
  SignClientEvent,
  SignClientEvents,
  SignConnectParams,
  SignErrorResponse,
  SignJson,
  SignJsonRpcResponse,
  SignMetadata,
  SignNamespaces,
  SignPairing,
  SignPendingRequest,
  SignRequestFields,
  SignRequiredNamespaces,
  SignSession,
} from './sign-types.js';

type ApproveAuthParams = Parameters<SignCalls['approveSessionAuthenticate']>[0];
type FormatAuthParams = Parameters<SignCalls['formatAuthMessage']>[0];

/** The events of the protocol that hosts hear of a client; those of pairings come from `core.pairing.events`. */
const EVENTS: ReadonlySet<string> = new Set<SignClientEvent>([
  'session_proposal',
  'session_connect',
  'session_update',
  'session_extend',
  'session_ping',
  'session_delete',
  'session_expire',
  'session_request',
  'session_request_sent',
  'session_request_expire',
  'session_event',
  'session_authenticate',
  'proposal_expire',
]);

/** How long a wallet is kept waiting for the app, in milliseconds. */
const ACKNOWLEDGEMENT_MS = 500;

/** What a client is made of. */
export interface SignClientParts {
  readonly options: SignClientOptions;
  readonly metadata: SignMetadata;
  readonly logger: Logger;
  readonly calls: SignCalls;
  readonly context: EngineContext;
  readonly core: CoreFacade;
  /** Disposes of the engine and its records. */
  readonly dispose: () => void;
}

/** The members that hosts know from `@walletconnect/sign-client`, on our engine. */
export class SignClientFacade {
  readonly protocol = 'wc';
  readonly version = 2;
  readonly name: string;
  readonly context: string;
  readonly opts: SignClientOptions;
  readonly metadata: SignMetadata;
  readonly signConfig: SignClientOptions['signConfig'];
  readonly logger: Logger;
  readonly events: Emitter = new Emitter();
  readonly core: CoreFacade;
  readonly session: SignStores['session'];
  readonly proposal: SignStores['proposal'];
  readonly pendingRequest: SignStores['pendingRequest'];
  readonly auth: AuthStores;
  readonly #calls: SignCalls;
  readonly #engine: SignClientParts['context'];
  readonly #dispose: () => void;

  constructor({ options, metadata, logger, calls, context, core, dispose }: SignClientParts) {
    const { name = NAME, signConfig } = options;
    this.name = name;
    this.context = `${name}/client`;
    this.opts = options;
    this.metadata = metadata;
    this.signConfig = signConfig;
    this.logger = logger;
    this.#calls = calls;
    this.#engine = context;
    this.#dispose = dispose;
    this.core = core;
    if (options.core instanceof Core) options.core.serve(this.core);
    this.session = sessionStore(context, logger);
    this.proposal = proposalStore(context, logger);
    this.pendingRequest = requestStore(context, logger);
    this.auth = new AuthStores(context, logger);
    context.events.listenedBy('session_authenticate', () => this.events.listenerCount('session_authenticate') > 0);
    context.events.events$.subscribe(({ name: event, data }) => {
      // The data belongs to the name.
      if (EVENTS.has(event)) this.events.emit(event, toSignEvent(event as SignClientEvent, data as never));
    });
  }

  /** The pairings, by topic. */
  get pairing(): CoreFacade['pairing']['pairings'] {
    return this.core.pairing.pairings;
  }

  /** The calls of the engine: those of the client itself. */
  get engine(): this {
    return this;
  }

  on<Name extends SignClientEvent>(event: Name, listener: (args: SignClientEvents[Name]) => unknown): Emitter {
    return this.events.on(event, listener as Listener);
  }

  once<Name extends SignClientEvent>(event: Name, listener: (args: SignClientEvents[Name]) => unknown): Emitter {
    return this.events.once(event, listener as Listener);
  }

  off<Name extends SignClientEvent>(event: Name, listener: (args: SignClientEvents[Name]) => unknown): Emitter {
    return this.events.off(event, listener as Listener);
  }

  removeListener<Name extends SignClientEvent>(event: Name, listener: (args: SignClientEvents[Name]) => unknown): Emitter {
    return this.events.off(event, listener as Listener);
  }

  removeAllListeners<Name extends SignClientEvent>(event: Name): Emitter {
    return this.events.removeAllListeners(event);
  }

  /** Proposes a session. An app shows `uri`, and waits for `approval()`. */
  readonly connect = (params: SignConnectParams): Promise<{ uri?: string; approval: () => Promise<SignSession> }> =>
    this.#ask(async () => {
      const { uri, approval } = await this.#calls.connect(params);
      const approved = async (): Promise<SignSession> => toSignSession(await forHost(approval));
      return uri === undefined ? { approval: approved } : { uri, approval: approved };
    });

  /** Takes up the URI that an app shows. */
  readonly pair = (params: { uri: string }): Promise<SignPairing> => this.#ask(async () => toSignPairing(await this.#calls.pair(params)));

  /** Settles a session for a proposal. `acknowledged` waits for the app, but not for long: the session says whether it has answered. */
  readonly approve = (params: {
    id: number;
    namespaces: SignNamespaces;
    sessionProperties?: Record<string, string>;
    scopedProperties?: Record<string, unknown>;
    sessionConfig?: { disableDeepLink?: boolean };
    relayProtocol?: string;
  }): Promise<{ topic: string; acknowledged: () => Promise<SignSession> }> =>
    this.#ask(async () => {
      const { topic, acknowledged } = await this.#calls.approve(params);
      return { topic, acknowledged: async () => toSignSession(await forHost(() => acknowledgedSoon(topic, acknowledged, this.#engine))) };
    });

  /** Declines a proposal. */
  readonly reject = (params: { id: number; reason: SignErrorResponse }): Promise<void> => this.#ask(() => this.#calls.reject(params));

  /** Changes what a session allows. `acknowledged` waits for the peer. */
  readonly update = (params: { topic: string; namespaces: SignNamespaces }): Promise<{ acknowledged: () => Promise<void> }> =>
    this.#ask(async () => told(await this.#calls.update(params)));

  /** Lets a session last seven days from now. `acknowledged` waits for the peer. */
  readonly extend = (params: { topic: string }): Promise<{ acknowledged: () => Promise<void> }> =>
    this.#ask(async () => told(await this.#calls.extend(params)));

  /** Asks a wallet to do something. `expiry` in seconds, 300 by default. */
  readonly request = <Result = SignJson>(params: {
    topic: string;
    request: { method: string; params: SignJson };
    chainId: string;
    expiry?: number;
  }): Promise<Result> =>
    // The host knows what the method it asks for gives.
    this.#ask(async () => (await this.#calls.request(params)) as Result);

  /** Answers a session request. */
  readonly respond = (params: { topic: string; response: SignJsonRpcResponse }): Promise<void> =>
    this.#ask(() => this.#calls.respond({ ...params, response: params?.response as RpcResponse }));

  /** Asks the peer of a session or pairing for a sign of life. */
  readonly ping = (params: { topic: string }): Promise<void> => this.#ask(() => this.#calls.ping(params));

  /** Tells the peer of a session an event of a chain. */
  readonly emit = (params: { topic: string; event: { name: string; data: SignJson }; chainId: string }): Promise<void> =>
    this.#ask(() => this.#calls.emit(params));

  /** Ends a session or a pairing on both sides. */
  readonly disconnect = (params: { topic: string; reason: SignErrorResponse }): Promise<void> =>
    this.#ask(() => this.#calls.disconnect(params));

  /** The sessions that allow what is required. */
  readonly find = (params: { requiredNamespaces: SignRequiredNamespaces }): SignSession[] =>
    now(() => this.#calls.find(params).map(toSignSession));

  /** The session requests that wait for an answer, the oldest first. */
  readonly getPendingSessionRequests = (): SignPendingRequest[] => now(() => this.#calls.getPendingSessionRequests().map(toSignRequest));

  /** Asks a wallet for a sign-in, and for a session with it. */
  readonly authenticate = (
    params: SignAuthenticateParams,
    walletUniversalLink?: string,
  ): Promise<{ uri: string; response: () => Promise<SignAuthenticateResult> }> =>
    this.#ask(async () => {
      const { uri, response } = await this.#calls.authenticate(params, walletUniversalLink);
      // What was signed, and what came of it, in the types that hosts know.
      return { uri, response: async () => structuredClone(await forHost(response)) as SignAuthenticateResult };
    });

  /** Answers a request to sign in. */
  readonly approveSessionAuthenticate = (params: { id: number; auths: SignCacao[] }): Promise<{ session: SignSession | undefined }> =>
    this.#ask(async () => {
      // Whatever a host hands over, the rules of the protocol read it.
      const { session } = await this.#calls.approveSessionAuthenticate(params as ApproveAuthParams);
      return { session: session === undefined ? undefined : toSignSession(session) };
    });

  /** Declines a request to sign in. */
  readonly rejectSessionAuthenticate = (params: { id: number; reason: SignErrorResponse }): Promise<void> =>
    this.#ask(() => this.#calls.rejectSessionAuthenticate(params));

  /** The text that a person signs. */
  readonly formatAuthMessage = (params: { request: SignRequestFields; iss: string }): string =>
    // As above.
    now(() => this.#calls.formatAuthMessage(params as FormatAuthParams));

  /** Ends the client: its line, its timers, its listeners. What is stored stays. */
  dispose(): void {
    this.#dispose();
    this.core.dispose();
    this.events.removeAllListeners();
  }

  /** A call of the host's. A relay that has refused the client is tried once more with it: what was wrong may be right by now. */
  #ask<Result>(call: () => Promise<Result>): Promise<Result> {
    this.core.relayer.knock();
    return forHost(call);
  }
}

const told = ({ acknowledged }: { readonly acknowledged: () => Promise<void> }): { acknowledged: () => Promise<void> } => ({
  acknowledged: () => forHost(acknowledged),
});

const now = <Result>(call: () => Result): Result => {
  try {
    return call();
  } catch (error) {
    throw hostErrorOf(error);
  }
};

/**
 * The session of an approval: with the app's answer where that comes soon, else as it is. A wallet that takes its owner back to an app on the
 * same device cannot wait for longer: that app answers when it is shown.
 * @throws whatever the app has against the session, where it says so in time
 */
const acknowledgedSoon = async (
  topic: string,
  acknowledged: () => Promise<ProtocolSession>,
  { clock, tables }: Pick<EngineContext, 'clock' | 'tables'>,
): Promise<ProtocolSession> => {
  const waiting = new AbortController();
  const answer = acknowledged();
  const late = pause(ACKNOWLEDGEMENT_MS, clock, waiting.signal).then(() => tables.sessions.get(topic));
  for (const promise of [answer, late]) promise.catch(() => undefined);
  try {
    // A session that is gone by then was refused or ended: that is what is said.
    return (await Promise.race([answer, late])) ?? (await answer);
  } finally {
    waiting.abort();
  }
};
