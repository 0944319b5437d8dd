import type { Observable } from 'rxjs';
import { LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { type SignInMessageFields, signInMessage } from '../../../domain/sign-in/cacao-message.js';
import type { AuthenticateParams } from '../../../domain/wallet-protocol/authentication/auth-request.js';
import { latchkeyErrorOf } from '../../../domain/wallet-protocol/fault-errors.js';
import type { RpcErrorObject, RpcResponse } from '../../../domain/wallet-protocol/json-rpc.js';
import type { Pairing } from '../../../domain/wallet-protocol/pairing.js';
import { type PendingRequest, readStoredRequest } from '../../../domain/wallet-protocol/pending-request.js';
import { formatAuthMessageFault } from '../../../domain/wallet-protocol/rules/authenticate-rule.js';
import type { RequestedNamespaces, SessionGrants } from '../../../domain/wallet-protocol/rules/grants.js';
import { conformingFault } from '../../../domain/wallet-protocol/rules/namespaces-rule.js';
import { findFault } from '../../../domain/wallet-protocol/rules/session-rules.js';
import type { ProtocolSession } from '../../../domain/wallet-protocol/session.js';
import type { Clock } from '../../ports/clock.port.js';
import type { Linking } from '../../ports/linking.port.js';
import type { Logger } from '../../ports/logger.port.js';
import type { Random } from '../../ports/random.port.js';
import type { RecordStore } from '../../ports/record-store.port.js';
import { onAbort } from '../../shared/on-abort.js';
import type { MessageRelay } from '../message-relay.js';
import { RECORD_PREFIXES } from '../protocol-records.js';
import { authRequestTable } from './auth-request-table.js';
import { AuthRequester } from './auth-requester.js';
import { AuthResponder } from './auth-responder.js';
import { ConnectOperation } from './connect-operation.js';
import { disposeContext, type EngineContext, type OriginCheck, type OwnMetadata, requesterContext } from './engine-context.js';
import { LinkMode } from './link-mode.js';
import { Pairings } from './pairings.js';
import { ProposalResponder } from './proposal-responder.js';
import { ProtocolTable } from './protocol-table.js';
import type { RpcExchangeOptions } from './rpc-exchange.js';
import { SessionCallHandlers } from './session-call-handlers.js';
import { SessionOperations } from './session-operations.js';
import { SessionProposer } from './session-proposer.js';
import { type AwaitedRequest, SessionRequester } from './session-requester.js';
import { SessionResponder } from './session-responder.js';
import { type ClosedSession, Sessions } from './sessions.js';
import type {
  Approval,
  ApproveAuthParams,
  ApproveParams,
  ConnectParams,
  EmitParams,
  PendingAcknowledgement,
  PendingAuthentication,
  PendingConnection,
  RejectParams,
  RequestParams,
} from './sign-calls.js';
import { type ChainNodes, SignInVerifier } from './sign-in-verifier.js';

export interface SignEngineOptions {
  readonly relay: MessageRelay;
  readonly records: RecordStore;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly metadata: () => OwnMetadata;
  /** Emits every session request immediately instead of one after the other. Default `false` */
  readonly disableRequestQueue?: boolean;
  readonly checkOrigin: OriginCheck;
  /** Link port of this device; `null` on platforms without deep links. */
  readonly linking: Linking | null;
  readonly exchange: Pick<RpcExchangeOptions, 'attest'>;
  /** RPC endpoints for verifying contract signatures. */
  readonly nodes: ChainNodes;
}

/** Delay before stored topics are subscribed, so that the app can attach its listeners first, in milliseconds. */
const SUBSCRIBE_DELAY_MS = 50;

/** Creates the context of a party that is both requester and responder. */
export const engineContext = ({
  checkOrigin,
  ...options
}: Parameters<typeof requesterContext>[0] & Pick<EngineContext, 'checkOrigin'>): EngineContext => {
  const context = requesterContext(options);
  const { records: store } = options;
  return {
    ...context,
    checkOrigin,
    tables: {
      ...context.tables,
      requests: new ProtocolTable({ store, prefix: RECORD_PREFIXES.requests, read: readStoredRequest }),
      authRequests: authRequestTable(store),
    },
  };
};

/**
 * The whole Sign protocol, for apps and wallets. The relay is not connected while no record is stored and no method is called. Params
 * may be any value: they are validated by the rules of the protocol.
 * @throws LatchkeyError `wallet-protocol/…`, `relay/…`, `config/disposed`
 * @throws PeerError
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign
 */
export class SignEngine {
  readonly context: EngineContext;
  readonly pairings: Pairings;
  readonly links: LinkMode;
  readonly #controller = new AbortController();
  readonly #proposer: SessionProposer;
  readonly #connectOperation: ConnectOperation;
  readonly #proposalResponder: ProposalResponder;
  readonly #sessions: Sessions;
  readonly #operations: SessionOperations;
  readonly #requester: SessionRequester;
  readonly #responder: SessionResponder;
  readonly #authRequester: AuthRequester;
  readonly #authResponder: AuthResponder;
  /** Subscribes the stored topics immediately, before a call whose response would otherwise reach another tab only. */
  #subscribeNow = (): void => undefined;

  constructor(options: SignEngineOptions) {
    const { relay, records, clock, random, logger, metadata, checkOrigin, linking, nodes } = options;
    const { signal: lifetime } = this.#controller;
    const linkOf: RpcExchangeOptions['linkOf'] = (topic) => {
      const session = this.context.tables.sessions.get(topic);
      return session === null ? null : this.links.to(session);
    };
    this.context = {
      ...engineContext({ relay, records, clock, random, logger, lifetime, metadata, checkOrigin, linkOf, ...options.exchange }),
      linkTo: (session) => this.links.to(session),
    };
    const { context } = this;
    this.links = new LinkMode(context, { records, linking, handleEnvelope: (arrival) => context.calls.receive(arrival) });
    this.pairings = new Pairings(context);
    this.#proposer = new SessionProposer(context, this.pairings);
    this.#connectOperation = new ConnectOperation(context, this.pairings, this.#proposer);
    this.#sessions = new Sessions(context);
    this.#proposalResponder = new ProposalResponder(context, this.pairings, this.#sessions);
    new SessionCallHandlers(context, this.#sessions);
    this.#operations = new SessionOperations(context, this.#sessions, this.pairings);
    this.#requester = new SessionRequester(context, this.#sessions);
    this.#responder = new SessionResponder(context, this.#sessions, { disableRequestQueue: options.disableRequestQueue ?? false });
    const authDeps = { pairings: this.pairings, verifier: new SignInVerifier({ clock, nodes, whenUnknown: 'refuse' }), links: this.links };
    this.#authRequester = new AuthRequester(context, { ...authDeps, proposals: this.#proposer });
    this.#authResponder = new AuthResponder(context, authDeps);
  }

  /** Loads the stored records and removes expired ones. Their topics are subscribed shortly after, without waiting for the relay. */
  async start(): Promise<void> {
    const { tables, relay, clock, lifetime, logger } = this.context;
    // Sessions first: other records may belong to one of them.
    const [sessionTopics] = await Promise.all([
      this.#sessions.restoreTopics(),
      tables.pairings.load(({ topic }) => topic),
      tables.proposals.load(({ id }) => id),
      tables.requests.load(({ id }) => id),
      tables.authRequests.load(({ id }) => id),
      this.links.load(),
    ]);
    const pairingTopics = await this.pairings.restore();
    const proposalTopics = (await this.#proposer.restore()).flatMap(({ topics }) => topics);
    await this.#proposalResponder.restore();
    const signInTopics = await this.#authRequester.restore();
    await this.#authResponder.restore();
    await this.#responder.start();
    this.links.start();
    const topics = [...new Set([...sessionTopics, ...pairingTopics, ...proposalTopics, ...signInTopics])];
    if (topics.length === 0) return;
    const subscribeNow = (): void => {
      this.#subscribeNow = () => undefined;
      timer.unsubscribe();
      relay.subscribe(topics, lifetime).catch((error: unknown) => {
        if (!lifetime.aborted) logger.warn('Could not subscribe to the stored topics yet', error);
      });
    };
    const timer = clock.scheduler.schedule(subscribeNow, SUBSCRIBE_DELAY_MS);
    this.#subscribeNow = subscribeNow;
    onAbort(lifetime, () => timer.unsubscribe());
  }

  /** Emits each request that needs the user's approval, when it is sent. */
  get requests$(): Observable<AwaitedRequest> {
    return this.#requester.requests$;
  }

  /** Emits each closed session as soon as it is removed from memory. */
  get sessionClosed$(): Observable<ClosedSession> {
    return this.#sessions.closed$;
  }

  /** Closes a session that another page of this party has closed. That page removes its records. */
  onClosedByOtherPage(topic: string): void {
    if (this.#sessions.closeInMemory(topic, 'lost') !== null) void this.context.relay.unsubscribe([topic]);
  }

  /** Aborts pending calls, clears all timers and closes the connection. Stored records remain. */
  dispose(): void {
    this.#controller.abort(new LatchkeyError('config/disposed', {}));
    disposeContext(this.context);
  }

  async connect(params: ConnectParams): Promise<PendingConnection> {
    const { uri, approval } = await this.#connectOperation.connect(params, this.#signal);
    return { ...(uri === undefined ? {} : { uri }), approval: () => approval };
  }

  pair(params: { readonly uri: string }): Promise<Pairing> {
    return this.pairings.pair(params, this.#signal);
  }

  approve(params: ApproveParams): Promise<Approval> {
    return this.#proposalResponder.approve(params, this.#signal);
  }

  reject(params: RejectParams): Promise<void> {
    return this.#proposalResponder.reject(params, this.#signal);
  }

  update(params: { readonly topic: string; readonly namespaces: SessionGrants }): Promise<PendingAcknowledgement> {
    this.#subscribeNow();
    return this.#operations.update(params);
  }

  extend(params: { readonly topic: string }): Promise<PendingAcknowledgement> {
    this.#subscribeNow();
    return this.#operations.extend(params);
  }

  request(params: RequestParams): Promise<unknown> {
    this.#subscribeNow();
    return this.#requester.request(params, this.#signal);
  }

  respond(params: { readonly topic: string; readonly response: RpcResponse }): Promise<void> {
    return this.#responder.respond(params);
  }

  ping(params: { readonly topic: string }): Promise<void> {
    this.#subscribeNow();
    return this.#operations.ping(params);
  }

  emit(params: EmitParams): Promise<void> {
    return this.#operations.emit(params);
  }

  disconnect(params: { readonly topic: string; readonly reason: RpcErrorObject }): Promise<void> {
    return this.#operations.disconnect(params);
  }

  find(params: { readonly requiredNamespaces: RequestedNamespaces }): readonly ProtocolSession[] {
    const fault = findFault(params);
    if (fault !== null) throw latchkeyErrorOf(fault);
    const { requiredNamespaces } = params;
    return this.context.tables.sessions
      .all()
      .filter(({ namespaces }) => conformingFault(requiredNamespaces, namespaces, 'find()') === null);
  }

  getPendingSessionRequests(): readonly PendingRequest[] {
    return this.#responder.pending;
  }

  async authenticate(
    params: AuthenticateParams & { readonly pairingTopic?: string },
    walletUniversalLink?: string,
  ): Promise<PendingAuthentication> {
    const { uri, response } = await this.#authRequester.authenticate(params, walletUniversalLink, this.#signal);
    return { uri, response: () => response };
  }

  async approveSessionAuthenticate(params: ApproveAuthParams): Promise<{ readonly session: ProtocolSession | undefined }> {
    return { session: (await this.#authResponder.approve(params, this.#signal)) ?? undefined };
  }

  rejectSessionAuthenticate(params: RejectParams): Promise<void> {
    return this.#authResponder.reject(params, this.#signal);
  }

  formatAuthMessage(params: { readonly request: SignInMessageFields; readonly iss: string }): string {
    const fault = formatAuthMessageFault(params);
    if (fault !== null) throw latchkeyErrorOf(fault);
    return signInMessage(params.request, params.iss);
  }

  get #signal(): AbortSignal {
    return this.#controller.signal;
  }
}

/** The methods of the engine for apps and wallets. */
export type SignCalls = Pick<
  SignEngine,
  | 'connect'
  | 'pair'
  | 'approve'
  | 'reject'
  | 'update'
  | 'extend'
  | 'request'
  | 'respond'
  | 'ping'
  | 'emit'
  | 'disconnect'
  | 'find'
  | 'getPendingSessionRequests'
  | 'authenticate'
  | 'approveSessionAuthenticate'
  | 'rejectSessionAuthenticate'
  | 'formatAuthMessage'
>;
