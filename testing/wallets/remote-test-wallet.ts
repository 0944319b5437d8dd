import type { Subscription } from 'rxjs';
import type { FakeMessageRelay } from '../../application/wallet-protocol/message-relay.fake.js';
import type { OpenedMessage } from '../../application/wallet-protocol/message-relay.js';
import { namespaceOf } from '../../domain/caip/caip-2.js';
import { type AccountId, addressOf, chainIdOf, toAccountId } from '../../domain/caip/caip-10.js';
import { isRpcRequest, type RpcErrorObject, type RpcRequest } from '../../domain/wallet-protocol/json-rpc.js';
import { parsePairingUri } from '../../domain/wallet-protocol/pairing-uri.js';
import { PROTOCOL_METHODS, type ProtocolMethod } from '../../domain/wallet-protocol/protocol-methods.js';
import { membersOf } from '../../domain/wire.js';

/** A wallet to begin with. */
export interface RemoteTestWalletOptions {
  /** CAIP-10 ids. The wallet allows a proposed chain where it has an account on it. */
  readonly accounts: readonly string[];
  /** What it answers to a request that its owner approved; an error with a `code` refuses. Default: it has no method. */
  readonly answer?: (method: string, parameters: unknown, chainId: string) => Promise<unknown>;
  /** Whether its owner approves prompts at once or only by `approve()`. Default `at-once`. */
  readonly approval?: 'at-once' | 'by-hand';
  /** How long its sessions live. Default: a week. */
  readonly sessionSeconds?: number;
}

/** Something on the wallet's screen: a proposal has no chain. */
export interface RemoteTestPrompt {
  readonly method: string;
  readonly params: unknown;
  readonly chainId: string | null;
}

interface Prompt extends RemoteTestPrompt {
  readonly approve: () => Promise<void>;
  readonly refuse: (code: number, message: string) => Promise<void>;
}

/** What wallets answer without showing it to anybody. */
const SILENT: readonly string[] = ['getAccountAddresses', 'solana_getAccounts', 'eth_accounts', 'eth_chainId'];

const WEEK_S = 604_800;
/** @see https://specs.walletconnect.com/2.0/specs/clients/sign/error-codes */
const REJECTED = { code: 5000, message: 'User rejected.' };
const DISCONNECTED = { code: 6000, message: 'User disconnected.' };

/**
 * A wallet elsewhere, at an in-process relay: what a phone is to a page. It follows a pairing link, its owner approves or
 * rejects, and it answers over the sessions until one of both ends them.
 * @example
 * const relay = new InProcessRelay();
 * const wallet = relay.wallet({ accounts: ['eip155:1:0xf39F…'], answer: (method, params) => sign(method, params) });
 * await wallet.pair(uri);
 */
export class RemoteTestWallet {
  /** Everything it was asked, oldest first. */
  readonly requests: RemoteTestPrompt[] = [];
  approval: 'at-once' | 'by-hand';
  readonly #relay: FakeMessageRelay;
  readonly #now: () => number;
  readonly #options: RemoteTestWalletOptions;
  readonly #listening: Subscription;
  readonly #prompts: Prompt[] = [];
  readonly #sessions = new Set<string>();
  readonly #signal = new AbortController().signal;
  #id = 0;

  constructor(relay: FakeMessageRelay, now: () => number, options: RemoteTestWalletOptions) {
    this.#relay = relay;
    this.#now = now;
    this.#options = options;
    this.approval = options.approval ?? 'at-once';
    this.#listening = relay.messages$.subscribe((message) => this.#hear(message));
  }

  /** What is on screen, oldest first. */
  get prompts(): readonly RemoteTestPrompt[] {
    return this.#prompts;
  }

  /** Topics of its sessions. */
  get sessions(): readonly string[] {
    return [...this.#sessions];
  }

  /** Follows a pairing link. Its proposal comes on screen. */
  async pair(uri: string): Promise<void> {
    const topic = this.#relay.importSymKey(parsePairingUri(uri).symKey);
    await this.#relay.subscribe([topic], this.#signal);
  }

  /** The owner approves every prompt on screen; resolves when the answers are on their way. */
  async approve(): Promise<void> {
    await Promise.all(this.#prompts.splice(0).map((prompt) => prompt.approve()));
  }

  /** The owner rejects every prompt on screen. */
  async reject(): Promise<void> {
    await Promise.all(this.#prompts.splice(0).map((prompt) => prompt.refuse(REJECTED.code, REJECTED.message)));
  }

  /** The owner ends every session. */
  async disconnect(): Promise<void> {
    const topics = this.sessions;
    this.#sessions.clear();
    await Promise.all(topics.map((topic) => this.#call(topic, 'wc_sessionDelete', DISCONNECTED)));
  }

  /** Says something over every session: `accountsChanged`, `chainChanged` … */
  async emit(name: string, data: unknown, chainId: string): Promise<void> {
    await Promise.all(this.sessions.map((topic) => this.#call(topic, 'wc_sessionEvent', { event: { name, data }, chainId })));
  }

  /** Goes away: hears and says nothing more. */
  dispose(): void {
    this.#listening.unsubscribe();
    this.#relay.dispose();
  }

  #hear({ topic, message, acknowledge }: OpenedMessage): void {
    acknowledge();
    if (!isRpcRequest(message)) return;
    if (message.method === 'wc_sessionDelete') this.#sessions.delete(topic);
    if (message.method === 'wc_sessionPropose') this.#show(this.#proposal(topic, message));
    else if (message.method === 'wc_sessionRequest') this.#show(this.#request(topic, message));
    else void this.#answer(topic, message, { result: true });
  }

  #show(prompt: Prompt): void {
    const { method, params, chainId } = prompt;
    this.requests.push({ method, params, chainId });
    if (this.approval === 'at-once' || SILENT.includes(method)) void prompt.approve();
    else this.#prompts.push(prompt);
  }

  #proposal(topic: string, request: RpcRequest): Prompt {
    const { params } = request;
    return {
      method: request.method,
      params,
      chainId: null,
      approve: async () => {
        // By the protocol a proposal names its proposer.
        const { proposer } = params as { readonly proposer: { readonly publicKey: string } };
        const publicKey = await this.#relay.keyChain.createKeyPair();
        const session = await this.#relay.keyChain.agreeOnKey({ publicKey, peerPublicKey: proposer.publicKey });
        await this.#relay.subscribe([session], this.#signal);
        this.#sessions.add(session);
        await this.#answer(topic, request, { result: { relay: { protocol: 'irn' }, responderPublicKey: publicKey } });
        await this.#call(session, 'wc_sessionSettle', {
          relay: { protocol: 'irn' },
          controller: { publicKey, metadata: { name: 'Test wallet', description: '', url: 'https://wallet.example', icons: [] } },
          namespaces: this.#allowed(params),
          expiry: Math.floor(this.#now() / 1_000) + (this.#options.sessionSeconds ?? WEEK_S),
        });
      },
      refuse: (code, message) => this.#answer(topic, request, { error: { code, message } }),
    };
  }

  #request(topic: string, request: RpcRequest): Prompt {
    const { chainId, request: asked } = membersOf(request.params);
    const { method, params } = membersOf(asked);
    const [name, chain] = [String(method ?? ''), String(chainId ?? '')];
    const refuse: Prompt['refuse'] = (code, message) => this.#answer(topic, request, { error: { code, message } });
    return {
      method: name,
      params,
      chainId: chain,
      approve: async () => {
        try {
          if (this.#options.answer === undefined) throw Object.assign(new Error(`No ${name}`), { code: 4200 });
          await this.#answer(topic, request, { result: await this.#options.answer(name, params, chain) });
        } catch (error) {
          const { code, message } = membersOf(error);
          await refuse(typeof code === 'number' ? code : -32_000, typeof message === 'string' ? message : 'Failed');
        }
      },
      refuse,
    };
  }

  /** What it allows of a proposal: the chains that it has an account on, with all the calls and events that are asked for. */
  #allowed(params: unknown): Readonly<Record<string, object>> {
    const { requiredNamespaces, optionalNamespaces } = membersOf(params);
    const asked = { ...membersOf(optionalNamespaces), ...membersOf(requiredNamespaces) } as Readonly<
      Record<string, { readonly chains?: readonly string[]; readonly methods: readonly string[]; readonly events: readonly string[] }>
    >;
    const own: readonly AccountId[] = this.#options.accounts.map(toAccountId);
    const allowed = Object.entries(asked).flatMap(([namespace, { chains = [], methods, events }]) => {
      const accounts = own.filter((account) => namespaceOf(chainIdOf(account)) === namespace && chains.includes(chainIdOf(account)));
      const list = accounts.map((account) => `${chainIdOf(account)}:${addressOf(account)}`);
      return accounts.length === 0
        ? []
        : [[namespace, { chains: [...new Set(accounts.map(chainIdOf))], accounts: list, methods, events }] as const];
    });
    return Object.fromEntries(allowed);
  }

  #call(topic: string, method: ProtocolMethod, params: unknown): Promise<void> {
    this.#id += 1;
    const message: RpcRequest = { id: this.#now() * 1_000 + this.#id, jsonrpc: '2.0', method, params };
    return this.#relay.publish({ topic, message, delivery: PROTOCOL_METHODS[method].request }, this.#signal);
  }

  #answer(topic: string, { id }: RpcRequest, answer: { readonly result: unknown } | { readonly error: RpcErrorObject }): Promise<void> {
    const delivery = PROTOCOL_METHODS.wc_sessionRequest.response;
    return this.#relay.publish({ topic, message: { id, jsonrpc: '2.0', ...answer }, delivery }, this.#signal);
  }
}
