import type { Observable } from 'rxjs';
import { LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import type { AuthenticateParams } from '../../../domain/wallet-protocol/authentication/auth-request.js';
import { type SignInTextFields, signInText } from '../../../domain/wallet-protocol/authentication/sign-in-text.js';
import type { RpcErrorObject, RpcResponse } from '../../../domain/wallet-protocol/json-rpc.js';
import type { Pairing } from '../../../domain/wallet-protocol/pairing.js';
import { readStoredAuthRequest } from '../../../domain/wallet-protocol/pending-auth-request.js';
import { type PendingRequest, readStoredRequest } from '../../../domain/wallet-protocol/pending-request.js';
import type { ProposalDemands, SessionGrants } from '../../../domain/wallet-protocol/rules/grants.js';
import { conformingFault } from '../../../domain/wallet-protocol/rules/namespaces-rule.js';
import type { ProtocolSession } from '../../../domain/wallet-protocol/session.js';
import type { Clock } from '../../ports/clock.port.js';
import type { Linking } from '../../ports/linking.port.js';
import type { Logger } from '../../ports/logger.port.js';
import type { Random } from '../../ports/random.port.js';
import type { RecordStore } from '../../ports/record-store.port.js';
import { onAbort } from '../../shared/on-abort.js';
import type { MessageRelay } from '../message-relay.js';
import { PROTOCOL_RECORDS } from '../protocol-records.js';
import { Answering } from './answering.js';
import { Approving } from './approving.js';
import { Asking } from './asking.js';
import { AuthAnswering } from './auth-answering.js';
import { Authenticating } from './authenticating.js';
import { disposeContext, type EngineContext, type OriginCheck, type OwnMetadata, requesterContext } from './engine-context.js';
import type { ExchangeOptions } from './exchange.js';
import { Inviting } from './inviting.js';
import { Links } from './links.js';
import { Pairings } from './pairings.js';
import { Proposing } from './proposing.js';
import { ProtocolTable } from './protocol-table.js';
import { SessionCalls } from './session-calls.js';
import { SessionOperations } from './session-operations.js';
import { type SessionEnd, Sessions } from './sessions.js';
import type {
  Approval,
  ApproveAuthParams,
  ApproveParams,
  Authenticating as AuthenticatingNow,
  Connecting,
  ConnectParams,
  EmitParams,
  RejectParams,
  RequestParams,
  Told,
} from './sign-calls.js';
import { type ChainNodes, SignInProofs } from './sign-in-proofs.js';

/** What the engine is made of. */
export interface SignEngineOptions {
  readonly relay: MessageRelay;
  readonly records: RecordStore;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly metadata: () => OwnMetadata;
  /** Hands every session request over at once. Default `false` */
  readonly disableRequestQueue?: boolean;
  readonly checkOrigin: OriginCheck;
  /** The links of this device; `null` where apps open none. */
  readonly linking: Linking | null;
  readonly exchange: Pick<ExchangeOptions, 'attest'>;
  /** Chains that are asked about signatures of contracts. */
  readonly nodes: ChainNodes;
}

/** How long a page has to listen to its client before anything of the relay reaches it, in milliseconds. */
const LISTEN_MS = 50;

/** A context for a party that asks and is asked. */
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
      requests: new ProtocolTable({ store, prefix: PROTOCOL_RECORDS.requests, read: readStoredRequest }),
      authRequests: new ProtocolTable({ store, prefix: PROTOCOL_RECORDS.authRequests, read: readStoredAuthRequest }),
    },
  };
};

/**
 * The wallet protocol, whole: app and wallet in one. Nothing of the relay is opened while nothing is stored and nobody calls. Parameters of
 * its calls may be anything: they are read by the rules of the protocol.
 * @throws LatchkeyError `wallet-protocol/…`, `relay/…`, `config/disposed`
 * @throws PeerError
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign
 */
export class SignEngine {
  readonly context: EngineContext;
  readonly pairings: Pairings;
  readonly links: Links;
  readonly #life = new AbortController();
  readonly #proposing: Proposing;
  readonly #inviting: Inviting;
  readonly #approving: Approving;
  readonly #sessions: Sessions;
  readonly #operations: SessionOperations;
  readonly #asking: Asking;
  readonly #answering: Answering;
  readonly #authenticating: Authenticating;
  readonly #authAnswering: AuthAnswering;
  /** Takes up what the relay holds, before a call of which the answer would else go to another tab alone. */
  #takeUp = (): void => undefined;

  constructor(options: SignEngineOptions) {
    const { relay, records, clock, random, logger, metadata, checkOrigin, linking, nodes } = options;
    const { signal: life } = this.#life;
    const linkOf: ExchangeOptions['linkOf'] = (topic) => {
      const session = this.context.tables.sessions.get(topic);
      return session === null ? null : this.links.to(session);
    };
    this.context = {
      ...engineContext({ relay, records, clock, random, logger, life, metadata, checkOrigin, linkOf, ...options.exchange }),
      linkTo: (session) => this.links.to(session),
    };
    const { context } = this;
    this.links = new Links(context, { records, linking, hear: (arrival) => context.calls.hear(arrival) });
    this.pairings = new Pairings(context);
    this.#proposing = new Proposing(context, this.pairings);
    this.#inviting = new Inviting(context, this.pairings, this.#proposing);
    this.#sessions = new Sessions(context);
    this.#approving = new Approving(context, this.pairings, this.#sessions);
    new SessionCalls(context, this.#sessions);
    this.#operations = new SessionOperations(context, this.#sessions, this.pairings);
    this.#asking = new Asking(context, this.#sessions);
    this.#answering = new Answering(context, this.#sessions, { disableRequestQueue: options.disableRequestQueue ?? false });
    const parts = { pairings: this.pairings, proofs: new SignInProofs(clock, nodes), links: this.links };
    this.#authenticating = new Authenticating(context, { ...parts, proposals: this.#proposing });
    this.#authAnswering = new AuthAnswering(context, parts);
  }

  /**
   * Reads what is stored, and removes what is over. What the relay still holds is taken up a moment later, when the host listens; its line
   * is waited for by nobody.
   */
  async start(): Promise<void> {
    const { tables, relay, clock, life, logger } = this.context;
    // Sessions first: what else is stored may be about one of them.
    const [ofSessions] = await Promise.all([
      this.#sessions.takeUp(),
      tables.pairings.load(({ topic }) => topic),
      tables.proposals.load(({ id }) => id),
      tables.requests.load(({ id }) => id),
      tables.authRequests.load(({ id }) => id),
      this.links.load(),
    ]);
    const ofPairings = await this.pairings.restore();
    const ofProposals = (await this.#proposing.restore()).flatMap(({ topics }) => topics);
    await this.#approving.restore();
    const ofSignIns = await this.#authenticating.restore();
    await this.#authAnswering.restore();
    await this.#answering.start();
    this.links.start();
    const topics = [...new Set([...ofSessions, ...ofPairings, ...ofProposals, ...ofSignIns])];
    if (topics.length === 0) return;
    const takeUp = (): void => {
      this.#takeUp = () => undefined;
      listening.unsubscribe();
      relay.subscribe(topics, life).catch((error: unknown) => {
        if (!life.aborted) logger.warn('The relay does not carry the messages of what was stored yet', error);
      });
    };
    const listening = clock.scheduler.schedule(takeUp, LISTEN_MS);
    this.#takeUp = takeUp;
    onAbort(life, () => listening.unsubscribe());
  }

  /** Every end of a session, in the moment in which it is gone from memory. */
  get ends$(): Observable<SessionEnd> {
    return this.#sessions.ends$;
  }

  /** Ends here a session that another page of this party has ended: what is stored of it is that page's to remove. */
  endedElsewhere(topic: string): void {
    if (this.#sessions.leave(topic, 'lost') !== null) void this.context.relay.unsubscribe([topic]);
  }

  /** Ends all waiting, every timer and the line. What is stored stays. */
  dispose(): void {
    this.#life.abort(new LatchkeyError('config/disposed', {}));
    disposeContext(this.context);
  }

  async connect(params: ConnectParams): Promise<Connecting> {
    const { uri, approval } = await this.#inviting.connect(params, this.#signal);
    return { ...(uri === undefined ? {} : { uri }), approval: () => approval };
  }

  pair(params: { readonly uri: string }): Promise<Pairing> {
    return this.pairings.pair(params, this.#signal);
  }

  approve(params: ApproveParams): Promise<Approval> {
    return this.#approving.approve(params, this.#signal);
  }

  reject(params: RejectParams): Promise<void> {
    return this.#approving.reject(params, this.#signal);
  }

  update(params: { readonly topic: string; readonly namespaces: SessionGrants }): Promise<Told> {
    this.#takeUp();
    return this.#operations.update(params);
  }

  extend(params: { readonly topic: string }): Promise<Told> {
    this.#takeUp();
    return this.#operations.extend(params);
  }

  request(params: RequestParams): Promise<unknown> {
    this.#takeUp();
    return this.#asking.request(params, this.#signal);
  }

  respond(params: { readonly topic: string; readonly response: RpcResponse }): Promise<void> {
    return this.#answering.respond(params);
  }

  ping(params: { readonly topic: string }): Promise<void> {
    this.#takeUp();
    return this.#operations.ping(params);
  }

  emit(params: EmitParams): Promise<void> {
    return this.#operations.emit(params);
  }

  disconnect(params: { readonly topic: string; readonly reason: RpcErrorObject }): Promise<void> {
    return this.#operations.disconnect(params);
  }

  find({ requiredNamespaces }: { readonly requiredNamespaces: ProposalDemands }): readonly ProtocolSession[] {
    return this.context.tables.sessions
      .all()
      .filter(({ namespaces }) => conformingFault(requiredNamespaces, namespaces, 'find()') === null);
  }

  getPendingSessionRequests(): readonly PendingRequest[] {
    return this.#answering.pending;
  }

  async authenticate(
    params: AuthenticateParams & { readonly pairingTopic?: string },
    walletUniversalLink?: string,
  ): Promise<AuthenticatingNow> {
    const { uri, response } = await this.#authenticating.authenticate(params, walletUniversalLink, this.#signal);
    return { uri, response: () => response };
  }

  async approveSessionAuthenticate(params: ApproveAuthParams): Promise<{ readonly session: ProtocolSession | undefined }> {
    return { session: (await this.#authAnswering.approve(params, this.#signal)) ?? undefined };
  }

  rejectSessionAuthenticate(params: RejectParams): Promise<void> {
    return this.#authAnswering.reject(params, this.#signal);
  }

  formatAuthMessage({ request, iss }: { readonly request: SignInTextFields; readonly iss: string }): string {
    return signInText(request, iss);
  }

  get #signal(): AbortSignal {
    return this.#life.signal;
  }
}

/** What hosts and wallets do with the engine. */
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
