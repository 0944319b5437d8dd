import { Emitter } from '../../../../../../adapters/sign-client/emitter.js';
import { FakeKeyValueStorage } from '../../../../../../application/ports/key-value-storage.fake.js';
import type {
  ProviderClient,
  ProviderProposal,
  ProviderRequest,
  ProviderSession,
} from '../../../../../../application/wallet-protocol/provider/provider-client.js';

/** A promise settled by the test. */
export interface Deferred<Value> {
  resolve(value: Value): void;
  reject(error: unknown): void;
}

export const ADDRESS = '0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb';
export const OTHER = '0x000000000000000000000000000000000000bEEF';
export const SOLANA = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';

/** A session with EVM accounts on 1 and 137, another one on 137 only, and a Solana account. */
export const providerSession = (overrides: Partial<ProviderSession> = {}): ProviderSession => ({
  topic: 'topic',
  namespaces: {
    eip155: {
      accounts: [`eip155:1:${ADDRESS}`, `eip155:137:${ADDRESS}`, `eip155:137:${OTHER}`],
      methods: ['personal_sign', 'eth_sendTransaction', 'wallet_sendCalls', 'wallet_getCapabilities'],
      events: ['accountsChanged', 'chainChanged'],
    },
    solana: { accounts: [`solana:${SOLANA}:4Nd1`], methods: ['solana_signMessage'], events: [] },
  },
  ...overrides,
});

/** An in-memory client. The test acts as the wallet. */
export class FakeClient implements ProviderClient {
  readonly sessions = new Map<string, ProviderSession>();
  readonly storage: FakeKeyValueStorage;
  readonly events = new Emitter();
  /** Received requests, the oldest first. */
  readonly proposals: ProviderProposal[] = [];
  readonly signIns: { readonly params: unknown; readonly link: string | undefined }[] = [];
  readonly requests: ProviderRequest[] = [];
  readonly disconnected: { readonly topic: string; readonly reason: unknown }[] = [];
  readonly unsubscribed: string[] = [];
  readonly expired: string[] = [];
  pairings: readonly { readonly topic: string }[] = [];
  /** Response of the wallet to a request. */
  respondTo: (request: ProviderRequest) => unknown = ({ request }) => `response to ${request.method}`;
  uri: string | undefined = 'wc:abc@2';
  shouldFailDisconnect = false;
  shouldFailUpdate = false;
  readonly approvals: Deferred<ProviderSession>[] = [];

  constructor(session: ProviderSession | null = null, storage = new FakeKeyValueStorage()) {
    this.storage = storage;
    if (session !== null) this.sessions.set(session.topic, session);
  }

  get core(): ProviderClient['core'] {
    return {
      projectId: 'project',
      storage: this.storage,
      expirer: { set: (topic, expiry) => void (expiry === 0 && this.expired.push(topic)) },
      pairing: { getPairings: () => this.pairings },
      relayer: { subscriber: { unsubscribe: async (topic) => void this.unsubscribed.push(topic) } },
    };
  }

  get session(): ProviderClient['session'] {
    const { sessions } = this;
    return {
      length: sessions.size,
      get: (topic) => {
        const session = sessions.get(topic);
        if (session === undefined) throw new Error(`No matching key. session: ${topic}`);
        return session;
      },
      getAll: () => [...sessions.values()],
      update: async (topic, change) => {
        if (this.shouldFailUpdate) throw new Error('The store is closed');
        const session = sessions.get(topic);
        if (session !== undefined) sessions.set(topic, { ...session, ...change });
      },
    };
  }

  /** Approves the oldest pending connection. */
  approve(session: ProviderSession): void {
    this.sessions.set(session.topic, session);
    this.#next().resolve(session);
  }

  reject(error: unknown): void {
    this.#next().reject(error);
  }

  /** Emits an event of the client. */
  emitEvent(name: string, data: unknown): void {
    this.events.emit(name, data);
  }

  /** Emits a session event of the wallet. */
  emitSessionEvent(name: string, data: unknown, chainId = 'eip155:1', topic = 'topic'): void {
    this.emitEvent('session_event', { id: 1, topic, params: { event: { name, data }, chainId } });
  }

  readonly connect: ProviderClient['connect'] = async (params) => {
    this.proposals.push(params);
    return { uri: this.uri, approval: () => this.#wait() };
  };

  readonly authenticate: ProviderClient['authenticate'] = async (params, link) => {
    this.signIns.push({ params, link });
    return { uri: this.uri, response: async () => ({ auths: [], session: this.sessions.get('signed-in') }) };
  };

  readonly request = async <Result>(request: ProviderRequest): Promise<Result> => {
    this.requests.push(request);
    // The test sets the wallet's response.
    return (await this.respondTo(request)) as Result;
  };

  readonly disconnect: ProviderClient['disconnect'] = async ({ topic, reason }) => {
    this.disconnected.push({ topic, reason });
    if (this.shouldFailDisconnect) throw new Error('No internet connection');
    this.sessions.delete(topic);
  };

  #wait(): Promise<ProviderSession> {
    return new Promise((resolve, reject) => this.approvals.push({ resolve, reject }));
  }

  #next(): Deferred<ProviderSession> {
    const next = this.approvals.shift();
    if (next === undefined) throw new Error('Nothing waits for an approval');
    return next;
  }
}
