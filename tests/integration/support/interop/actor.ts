import type { AuthTypes, EngineTypes, PairingTypes, SessionTypes, SignClientTypes } from '@walletconnect/types';
import { Disk, type OpenDisk } from './disk.js';
import type { FastClock } from './fast-clock.js';
import type { MemoryNetwork } from './memory-network.js';
import type { Client, Party } from './party.js';

type EventName = keyof SignClientTypes.EventArguments;
type EventOf<Name extends EventName> = SignClientTypes.EventArguments[Name];

/** A pairing event of `core.pairing.events`. */
export interface PairingEvent {
  readonly topic: string;
}

type PairingEventName = 'pairing_ping' | 'pairing_delete' | 'pairing_expire';

/** Events that every actor subscribes to. `session_authenticate` is optional, because a wallet without a listener does not support it. */
const EVENTS = [
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
  'proposal_expire',
] as const satisfies readonly EventName[];

const PAIRING_EVENTS = ['pairing_ping', 'pairing_delete', 'pairing_expire'] as const;

/** Options of {@link Actor}. */
export interface ActorOptions {
  readonly role: 'app' | 'wallet';
  readonly party: Party;
  readonly clock: FastClock;
  readonly relayUrl: string;
  /** Creates the network of the next process. */
  readonly openNetwork: () => MemoryNetwork;
  /** True to subscribe to `session_authenticate`. */
  readonly supportsSignIn: boolean;
  /** True to request link mode. */
  readonly usesLinkMode: boolean;
}

interface Process {
  readonly client: Client;
  readonly disk: OpenDisk;
  readonly network: MemoryNetwork;
}

/**
 * An app or a wallet: a client that can be killed and restarted, on a connection that can be cut. Its operations settle in time or fail.
 */
export class Actor {
  readonly metadata: SignClientTypes.Metadata;
  readonly party: Party;
  readonly #options: ActorOptions;
  readonly #disk = new Disk();
  #receivedEvents: { readonly name: string; readonly event: unknown }[] = [];
  #process: Process | null = null;

  constructor(options: ActorOptions) {
    this.#options = options;
    this.party = options.party;
    const { role, usesLinkMode } = options;
    const url = `https://${role}.example`;
    const redirect = usesLinkMode ? { redirect: { universal: `${url}/link`, linkMode: true } } : {};
    this.metadata = { name: `The ${role}`, description: `The ${role} of a test`, url, icons: [`${url}/icon.png`], ...redirect };
  }

  /** The client, for access to its stores. */
  get client(): Client {
    return this.#running.client;
  }

  /** Starts a process on the stored records. */
  async start(): Promise<void> {
    const { role, party, clock, relayUrl, openNetwork, supportsSignIn } = this.#options;
    const disk = this.#disk.open();
    const network = openNetwork();
    const starting = party.init({
      name: role,
      projectId: 'any-project',
      relayUrl,
      metadata: this.metadata,
      logger: 'silent',
      telemetryEnabled: false,
      storage: disk.storage,
    });
    const client = await this.#within(starting, 'init()');
    this.#process = { client, disk, network };
    this.#receivedEvents = [];
    const names: readonly EventName[] = supportsSignIn ? [...EVENTS, 'session_authenticate'] : EVENTS;
    for (const name of names) client.on(name, (event) => this.#receivedEvents.push({ name, event }));
    for (const name of PAIRING_EVENTS) client.core.pairing.events.on(name, (event) => this.#receivedEvents.push({ name, event }));
    await clock.until(() => network.connections === 0 || network.openConnections > 0, `${this.#label} is connected`);
  }

  /** Kills the process like a closed tab: only stored records survive. */
  async kill(): Promise<void> {
    const { client, disk, network } = this.#running;
    this.#process = null;
    disk.close();
    this.party.stopDialing(client);
    network.mode = 'cut';
    network.cut();
  }

  /** Kills the process and starts the next one. */
  async restart(): Promise<void> {
    await this.kill();
    await this.start();
  }

  /** Stops everything. */
  async stop(): Promise<void> {
    if (this.#process !== null) await this.kill();
  }

  /** Cuts the connection. Until `reconnect`, connection attempts get no response, as without a network. */
  cutConnection(): void {
    const { network } = this.#running;
    network.mode = 'silent';
    network.cut();
  }

  /** Restores the network, and waits until the client is connected. */
  async reconnect(): Promise<void> {
    const { network } = this.#running;
    network.mode = 'open';
    network.cut();
    await this.#options.clock.until(() => network.openConnections > 0, `${this.#label} is reconnected`);
  }

  /** All events of this name that were not taken yet, oldest first. */
  receivedEvents<Name extends EventName>(name: Name): readonly EventOf<Name>[] {
    // Entries with this name have the event type of the name.
    return this.#receivedEvents.flatMap((entry) => (entry.name === name ? [entry.event as EventOf<Name>] : []));
  }

  /** Takes the next event of this name, past or future. */
  async next<Name extends EventName>(name: Name): Promise<EventOf<Name>> {
    // Entries with this name have the event type of the name.
    return (await this.#take(name)) as EventOf<Name>;
  }

  /** Takes the next pairing event. */
  async nextOfPairing(name: PairingEventName): Promise<PairingEvent> {
    // All pairing events have a topic.
    return (await this.#take(name)) as PairingEvent;
  }

  connect(params: EngineTypes.ConnectParams): Promise<{ uri?: string; approval: () => Promise<SessionTypes.Struct> }> {
    return this.#within(this.client.connect(params), 'connect()');
  }

  pair(uri: string): Promise<PairingTypes.Struct> {
    return this.#within(this.client.pair({ uri }), 'pair()');
  }

  approve(params: EngineTypes.ApproveParams): Promise<{ topic: string; acknowledged: () => Promise<SessionTypes.Struct> }> {
    return this.#within(this.client.approve(params), 'approve()');
  }

  reject(params: EngineTypes.RejectParams): Promise<void> {
    return this.#within(this.client.reject(params), 'reject()');
  }

  /** Updates the session and waits for the response. */
  async update(params: EngineTypes.UpdateParams): Promise<void> {
    const { acknowledged } = await this.#within(this.client.update(params), 'update()');
    await this.#within(acknowledged(), 'the acknowledgement of update()');
  }

  /** Extends the session and waits for the response. */
  async extend(topic: string): Promise<void> {
    const { acknowledged } = await this.#within(this.client.extend({ topic }), 'extend()');
    await this.#within(acknowledged(), 'the acknowledgement of extend()');
  }

  ping(topic: string): Promise<void> {
    return this.#within(this.client.ping({ topic }), 'ping()');
  }

  emit(params: EngineTypes.EmitParams): Promise<void> {
    return this.#within(this.client.emit(params), 'emit()');
  }

  /** Sends a request and waits until it expires. */
  request(params: EngineTypes.RequestParams): Promise<unknown> {
    return this.#within(this.client.request<unknown>(params), `request() of ${params.request.method}`, 400_000);
  }

  respond(params: EngineTypes.RespondParams): Promise<void> {
    return this.#within(this.client.respond(params), 'respond()');
  }

  disconnect(topic: string): Promise<void> {
    const reason = { code: 6000, message: 'User disconnected.' };
    return this.#within(this.client.disconnect({ topic, reason }), 'disconnect()');
  }

  authenticate(params: AuthTypes.SessionAuthenticateParams, walletLink?: string): Promise<EngineTypes.SessionAuthenticateResponsePromise> {
    return this.#within(this.client.authenticate(params, walletLink), 'authenticate()');
  }

  approveSessionAuthenticate(params: AuthTypes.ApproveSessionAuthenticateParams): Promise<{ session: SessionTypes.Struct | undefined }> {
    return this.#within(this.client.approveSessionAuthenticate(params), 'approveSessionAuthenticate()');
  }

  rejectSessionAuthenticate(params: EngineTypes.RejectParams): Promise<void> {
    return this.#within(this.client.rejectSessionAuthenticate(params), 'rejectSessionAuthenticate()');
  }

  /** Awaits a promise of this client. */
  settledWithin<Value>(promise: Promise<Value>, what: string, ms?: number): Promise<Value> {
    return this.#within(promise, what, ms);
  }

  /** Waits until a condition holds for this client. */
  until(holds: (client: Client) => boolean, what: string): Promise<void> {
    return this.#options.clock.until(() => holds(this.client), `${this.#label}: ${what}`);
  }

  get #label(): string {
    return `the ${this.#options.role} (${this.party.name})`;
  }

  get #running(): Process {
    if (this.#process === null) throw new Error(`${this.#label} is not running`);
    return this.#process;
  }

  async #take(name: string): Promise<unknown> {
    const find = (): number => this.#receivedEvents.findIndex((entry) => entry.name === name);
    await this.#options.clock.until(() => find() >= 0, `${this.#label} receives ${name}`);
    return this.#receivedEvents.splice(find(), 1)[0]?.event;
  }

  #within<Value>(promise: Promise<Value>, what: string, ms?: number): Promise<Value> {
    const ended = this.#options.clock.within(promise, `${what} of ${this.#label}`, ms);
    // The waiting test handles the rejection; a failed test no longer waits.
    ended.catch(() => undefined);
    return ended;
  }
}
