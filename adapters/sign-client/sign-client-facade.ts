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
import { toPublicError, withPublicErrors } from './public-error.js';
import { DEFAULT_NAME, type SignClientOptions } from './sign-options.js';
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

/** The events of the engine that a client emits. Those of pairings are emitted by `core.pairing.events`. */
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

/** Timeout of an approval's `acknowledged`, in milliseconds. */
const ACKNOWLEDGEMENT_TIMEOUT_MS = 500;

export interface SignClientDeps {
  readonly options: SignClientOptions;
  readonly metadata: SignMetadata;
  readonly logger: Logger;
  readonly calls: SignCalls;
  readonly context: EngineContext;
  readonly core: CoreFacade;
  /** Disposes of the engine and its records. */
  readonly dispose: () => void;
}

/** The API of `@walletconnect/sign-client` on Latchkey's engine. */
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
  readonly #engine: SignClientDeps['context'];
  readonly #dispose: () => void;

  constructor({ options, metadata, logger, calls, context, core, dispose }: SignClientDeps) {
    const { name = DEFAULT_NAME, signConfig } = options;
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
    if (options.core instanceof Core) options.core.attach(this.core);
    this.session = sessionStore(context, logger);
    this.proposal = proposalStore(context, logger);
    this.pendingRequest = requestStore(context, logger);
    this.auth = new AuthStores(context, logger);
    context.events.setListenerCheck('session_authenticate', () => this.events.listenerCount('session_authenticate') > 0);
    context.events.events$.subscribe(({ name: event, data }) => {
      // The data matches the name.
      if (EVENTS.has(event)) this.events.emit(event, toSignEvent(event as SignClientEvent, data as never));
    });
  }

  /** Pairings by topic. */
  get pairing(): CoreFacade['pairing']['pairings'] {
    return this.core.pairing.pairings;
  }

  /** The engine's calls, which are the client's own. */
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

  /** Proposes a session. The app displays `uri` and awaits `approval()`. */
  readonly connect = (params: SignConnectParams): Promise<{ uri?: string; approval: () => Promise<SignSession> }> =>
    this.#call(async () => {
      const { uri, approval } = await this.#calls.connect(params);
      const approved = async (): Promise<SignSession> => toSignSession(await withPublicErrors(approval));
      return uri === undefined ? { approval: approved } : { uri, approval: approved };
    });

  /** Joins the pairing of a URI. */
  readonly pair = (params: { uri: string }): Promise<SignPairing> => this.#call(async () => toSignPairing(await this.#calls.pair(params)));

  /** Approves a proposal and settles its session. `acknowledged` waits only briefly for the app: `session.acknowledged` is true if it has responded. */
  readonly approve = (params: {
    id: number;
    namespaces: SignNamespaces;
    sessionProperties?: Record<string, string>;
    scopedProperties?: Record<string, unknown>;
    sessionConfig?: { disableDeepLink?: boolean };
    relayProtocol?: string;
  }): Promise<{ topic: string; acknowledged: () => Promise<SignSession> }> =>
    this.#call(async () => {
      const { topic, acknowledged } = await this.#calls.approve(params);
      return {
        topic,
        acknowledged: async () => toSignSession(await withPublicErrors(() => acknowledgedInTime(topic, acknowledged, this.#engine))),
      };
    });

  /** Rejects a proposal. */
  readonly reject = (params: { id: number; reason: SignErrorResponse }): Promise<void> => this.#call(() => this.#calls.reject(params));

  /** Updates the namespaces of a session. `acknowledged` waits for the peer. */
  readonly update = (params: { topic: string; namespaces: SignNamespaces }): Promise<{ acknowledged: () => Promise<void> }> =>
    this.#call(async () => toAcknowledgement(await this.#calls.update(params)));

  /** Extends a session to seven days from now. `acknowledged` waits for the peer. */
  readonly extend = (params: { topic: string }): Promise<{ acknowledged: () => Promise<void> }> =>
    this.#call(async () => toAcknowledgement(await this.#calls.extend(params)));

  /** Sends a session request. `expiry` in seconds, 300 by default. */
  readonly request = <Result = SignJson>(params: {
    topic: string;
    request: { method: string; params: SignJson };
    chainId: string;
    expiry?: number;
  }): Promise<Result> =>
    // The result type depends on the method, so the caller names it.
    this.#call(async () => (await this.#calls.request(params)) as Result);

  /** Responds to a session request. */
  readonly respond = (params: { topic: string; response: SignJsonRpcResponse }): Promise<void> =>
    // Unvalidated: the rules of the protocol check it.
    this.#call(() => this.#calls.respond(params as { topic: string; response: RpcResponse }));

  /** Pings the peer of a session or pairing. */
  readonly ping = (params: { topic: string }): Promise<void> => this.#call(() => this.#calls.ping(params));

  /** Sends a session event to the peer. */
  readonly emit = (params: { topic: string; event: { name: string; data: SignJson }; chainId: string }): Promise<void> =>
    this.#call(() => this.#calls.emit(params));

  /** Disconnects a session or pairing on both sides. */
  readonly disconnect = (params: { topic: string; reason: SignErrorResponse }): Promise<void> =>
    this.#call(() => this.#calls.disconnect(params));

  /** Returns the sessions that grant the required namespaces. */
  readonly find = (params: { requiredNamespaces: SignRequiredNamespaces }): SignSession[] =>
    callSync(() => this.#calls.find(params).map(toSignSession));

  /** Session requests without a response, the oldest first. */
  readonly getPendingSessionRequests = (): SignPendingRequest[] =>
    callSync(() => this.#calls.getPendingSessionRequests().map(toSignRequest));

  /** Requests a sign-in, and a session with it. */
  readonly authenticate = (
    params: SignAuthenticateParams,
    walletUniversalLink?: string,
  ): Promise<{ uri: string; response: () => Promise<SignAuthenticateResult> }> =>
    this.#call(async () => {
      const { uri, response } = await this.#calls.authenticate(params, walletUniversalLink);
      // The result has the shape of the official types.
      return { uri, response: async () => structuredClone(await withPublicErrors(response)) as SignAuthenticateResult };
    });

  /** Approves a sign-in request. */
  readonly approveSessionAuthenticate = (params: { id: number; auths: SignCacao[] }): Promise<{ session: SignSession | undefined }> =>
    this.#call(async () => {
      // Unvalidated: the rules of the protocol check it.
      const { session } = await this.#calls.approveSessionAuthenticate(params as ApproveAuthParams);
      return { session: session === undefined ? undefined : toSignSession(session) };
    });

  /** Rejects a sign-in request. */
  readonly rejectSessionAuthenticate = (params: { id: number; reason: SignErrorResponse }): Promise<void> =>
    this.#call(() => this.#calls.rejectSessionAuthenticate(params));

  /** Returns the sign-in message to be signed. */
  readonly formatAuthMessage = (params: { request: SignRequestFields; iss: string }): string =>
    // Unvalidated, as above.
    callSync(() => this.#calls.formatAuthMessage(params as FormatAuthParams));

  /** Closes the connection and clears timers and listeners. Stored records remain. */
  dispose(): void {
    this.#dispose();
    this.core.dispose();
    this.events.removeAllListeners();
  }

  /** Runs a call of the app. If the relay has rejected the client, it also retries the connection, as the cause may be fixed by now. */
  #call<Result>(call: () => Promise<Result>): Promise<Result> {
    this.core.relayer.retryIfUnauthorized();
    return withPublicErrors(call);
  }
}

const toAcknowledgement = ({ acknowledged }: { readonly acknowledged: () => Promise<void> }): { acknowledged: () => Promise<void> } => ({
  acknowledged: () => withPublicErrors(acknowledged),
});

const callSync = <Result>(call: () => Result): Result => {
  try {
    return call();
  } catch (error) {
    throw toPublicError(error);
  }
};

/**
 * Returns the session of an approval after a short wait for the app's acknowledgement. A wallet that returns the user to an app on the same
 * device cannot wait longer, as that app responds only once it is visible.
 * @throws the app's error response, if it arrives in time
 */
const acknowledgedInTime = async (
  topic: string,
  acknowledged: () => Promise<ProtocolSession>,
  { clock, tables }: Pick<EngineContext, 'clock' | 'tables'>,
): Promise<ProtocolSession> => {
  const controller = new AbortController();
  const acknowledgement = acknowledged();
  const timeout = pause(ACKNOWLEDGEMENT_TIMEOUT_MS, clock, controller.signal).then(() => tables.sessions.get(topic));
  for (const promise of [acknowledgement, timeout]) promise.catch(() => undefined);
  try {
    // A session that is gone by then was rejected or disconnected: the acknowledgement rejects with the reason.
    return (await Promise.race([acknowledgement, timeout])) ?? (await acknowledgement);
  } finally {
    controller.abort();
  }
};
