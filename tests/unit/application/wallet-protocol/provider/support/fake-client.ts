import { Emitter } from '../../../../../../adapters/sign-client/emitter.js';
import { FakeKeyValueStorage } from '../../../../../../application/ports/key-value-storage.fake.js';
import type {
  ProviderClient,
  ProviderProposal,
  ProviderRequest,
  ProviderSession,
} from '../../../../../../application/wallet-protocol/provider/provider-client.js';

/** Settles a question by hand. */
export interface Waiting<Answer> {
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

export const ADDRESS = '0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb';
export const OTHER = '0x000000000000000000000000000000000000bEEF';
export const SOLANA = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';

/** A session with EVM accounts on 1 and 137, another one on 137 only, and a Solana account. */
export const aSession = (parts: Partial<ProviderSession> = {}): ProviderSession => ({
  topic: 'topic',
  namespaces: {
    eip155: {
      accounts: [`eip155:1:${ADDRESS}`, `eip155:137:${ADDRESS}`, `eip155:137:${OTHER}`],
      methods: ['personal_sign', 'eth_sendTransaction', 'wallet_sendCalls', 'wallet_getCapabilities'],
      events: ['accountsChanged', 'chainChanged'],
    },
    solana: { accounts: [`solana:${SOLANA}:4Nd1`], methods: ['solana_signMessage'], events: [] },
  },
  ...parts,
});

/** A client of the wallet protocol in memory: the test is the wallet. */
export class FakeClient implements ProviderClient {
  readonly sessions = new Map<string, ProviderSession>();
  readonly storage: FakeKeyValueStorage;
  readonly events = new Emitter();
  /** What was asked, oldest first. */
  readonly proposals: ProviderProposal[] = [];
  readonly signIns: { readonly params: unknown; readonly link: string | undefined }[] = [];
  readonly requests: ProviderRequest[] = [];
  readonly ended: { readonly topic: string; readonly reason: unknown }[] = [];
  readonly left: string[] = [];
  readonly expired: string[] = [];
  pairings: readonly { readonly topic: string }[] = [];
  /** What a wallet answers to a call. */
  answer: (request: ProviderRequest) => unknown = ({ request }) => `answered ${request.method}`;
  uri: string | undefined = 'wc:abc@2';
  failsToEnd = false;
  failsToUpdate = false;
  readonly approvals: Waiting<ProviderSession>[] = [];

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
      relayer: { subscriber: { unsubscribe: async (topic) => void this.left.push(topic) } },
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
        if (this.failsToUpdate) throw new Error('The store is closed');
        const session = sessions.get(topic);
        if (session !== undefined) sessions.set(topic, { ...session, ...change });
      },
    };
  }

  /** What waits for an approval, the oldest. */
  approve(session: ProviderSession): void {
    this.sessions.set(session.topic, session);
    this.#next().resolve(session);
  }

  reject(error: unknown): void {
    this.#next().reject(error);
  }

  /** The wallet or the client tells of something. */
  tell(name: string, data: unknown): void {
    this.events.emit(name, data);
  }

  /** A wallet emits an event of a session. */
  tellEvent(name: string, data: unknown, chainId = 'eip155:1', topic = 'topic'): void {
    this.tell('session_event', { id: 1, topic, params: { event: { name, data }, chainId } });
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
    // The test says what a wallet answers.
    return (await this.answer(request)) as Result;
  };

  readonly disconnect: ProviderClient['disconnect'] = async ({ topic, reason }) => {
    this.ended.push({ topic, reason });
    if (this.failsToEnd) throw new Error('No internet connection');
    this.sessions.delete(topic);
  };

  #wait(): Promise<ProviderSession> {
    return new Promise((resolve, reject) => this.approvals.push({ resolve, reject }));
  }

  #next(): Waiting<ProviderSession> {
    const next = this.approvals.shift();
    if (next === undefined) throw new Error('Nothing waits for an approval');
    return next;
  }
}
