import type { AuthTypes, EngineTypes, PairingTypes, SessionTypes, SignClientTypes } from '@walletconnect/types';
import { Disk, type OpenDisk } from './disk.js';
import type { FastClock } from './fast-clock.js';
import type { MemoryNetwork } from './memory-network.js';
import type { Client, Party } from './party.js';

type EventName = keyof SignClientTypes.EventArguments;
type Heard<Name extends EventName> = SignClientTypes.EventArguments[Name];

/** An event of a pairing, as `core.pairing.events` has it. */
export interface PairingEvent {
  readonly topic: string;
}

type PairingEventName = 'pairing_ping' | 'pairing_delete' | 'pairing_expire';

/** What everybody hears. `session_authenticate` only on request: a wallet that does not listen to it serves no sign-in. */
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

/** What an actor is made of. */
export interface ActorOptions {
  readonly role: 'app' | 'wallet';
  readonly party: Party;
  readonly clock: FastClock;
  readonly relayUrl: string;
  /** Makes the network of its next process. */
  readonly openNetwork: () => MemoryNetwork;
  /** Whether it listens to `session_authenticate`. */
  readonly servesSignIn: boolean;
  /** Whether it wants messages by link. */
  readonly wantsLinks: boolean;
}

interface Process {
  readonly client: Client;
  readonly disk: OpenDisk;
  readonly network: MemoryNetwork;
}

/** An app or a wallet: a client that can be killed and started again, on a line that can be cut. What it does ends in time or fails. */
export class Actor {
  readonly metadata: SignClientTypes.Metadata;
  readonly party: Party;
  readonly #options: ActorOptions;
  readonly #disk = new Disk();
  #heard: { readonly name: string; readonly event: unknown }[] = [];
  #process: Process | null = null;

  constructor(options: ActorOptions) {
    this.#options = options;
    this.party = options.party;
    const { role, wantsLinks } = options;
    const url = `https://${role}.example`;
    const redirect = wantsLinks ? { redirect: { universal: `${url}/link`, linkMode: true } } : {};
    this.metadata = { name: `The ${role}`, description: `The ${role} of a test`, url, icons: [`${url}/icon.png`], ...redirect };
  }

  /** The client itself, for its stores. */
  get client(): Client {
    return this.#running.client;
  }

  /** Starts a process on what earlier ones have stored. */
  async start(): Promise<void> {
    const { role, party, clock, relayUrl, openNetwork, servesSignIn } = this.#options;
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
    this.#heard = [];
    const names: readonly EventName[] = servesSignIn ? [...EVENTS, 'session_authenticate'] : EVENTS;
    for (const name of names) client.on(name, (event) => this.#heard.push({ name, event }));
    for (const name of PAIRING_EVENTS) client.core.pairing.events.on(name, (event) => this.#heard.push({ name, event }));
    await clock.until(() => network.connections === 0 || network.open > 0, `${this.#who} is connected`);
  }

  /** Ends the process as a killed tab does: what it has stored is all that is left. */
  async kill(): Promise<void> {
    const { client, disk, network } = this.#running;
    this.#process = null;
    disk.close();
    this.party.silence(client);
    network.door = 'cut';
    network.cut();
  }

  /** Kills the process and starts the next. */
  async restart(): Promise<void> {
    await this.kill();
    await this.start();
  }

  /** Ends whatever is left. */
  async stop(): Promise<void> {
    if (this.#process !== null) await this.kill();
  }

  /** Breaks the line. Until `reconnect`, what is dialled gets no answer, as without a network. */
  cutLine(): void {
    const { network } = this.#running;
    network.door = 'silent';
    network.cut();
  }

  /** Lets the client back in, and waits until it is. */
  async reconnect(): Promise<void> {
    const { network } = this.#running;
    network.door = 'open';
    network.cut();
    await this.#options.clock.until(() => network.open > 0, `${this.#who} is back`);
  }

  /** Everything of this name that nobody has taken yet, oldest first. */
  heard<Name extends EventName>(name: Name): readonly Heard<Name>[] {
    // What is kept under a name came with that name.
    return this.#heard.flatMap((entry) => (entry.name === name ? [entry.event as Heard<Name>] : []));
  }

  /** Takes the next event of this name, heard already or not. */
  async next<Name extends EventName>(name: Name): Promise<Heard<Name>> {
    // What is kept under a name came with that name.
    return (await this.#take(name)) as Heard<Name>;
  }

  /** Takes the next event of a pairing. */
  async nextOfPairing(name: PairingEventName): Promise<PairingEvent> {
    // All events of pairings name their topic.
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

  /** Until the peer has answered. */
  async update(params: EngineTypes.UpdateParams): Promise<void> {
    const { acknowledged } = await this.#within(this.client.update(params), 'update()');
    await this.#within(acknowledged(), 'the acknowledgement of update()');
  }

  /** Until the peer has answered. */
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

  /** As long as the request may take. */
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

  /** What a promise that this party gave ends with. */
  ended<Value>(promise: Promise<Value>, what: string, ms?: number): Promise<Value> {
    return this.#within(promise, what, ms);
  }

  /** Waits until something holds of this party. */
  until(holds: (client: Client) => boolean, what: string): Promise<void> {
    return this.#options.clock.until(() => holds(this.client), `${this.#who}: ${what}`);
  }

  get #who(): string {
    return `the ${this.#options.role} (${this.party.name})`;
  }

  get #running(): Process {
    if (this.#process === null) throw new Error(`Nobody runs ${this.#who}.`);
    return this.#process;
  }

  async #take(name: string): Promise<unknown> {
    const find = (): number => this.#heard.findIndex((entry) => entry.name === name);
    await this.#options.clock.until(() => find() >= 0, `${this.#who} hears ${name}`);
    return this.#heard.splice(find(), 1)[0]?.event;
  }

  #within<Value>(promise: Promise<Value>, what: string, ms?: number): Promise<Value> {
    const ended = this.#options.clock.within(promise, `${what} of ${this.#who}`, ms);
    // Who waits for it is told; a test that has failed waits no more.
    ended.catch(() => undefined);
    return ended;
  }
}
