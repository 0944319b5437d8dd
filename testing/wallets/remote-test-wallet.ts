import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Subscription } from 'rxjs';
import type { FakeMessageRelay } from '../../application/wallet-protocol/message-relay.fake.js';
import type { OpenedMessage } from '../../application/wallet-protocol/message-relay.js';
import { toChecksumAddress } from '../../domain/account/evm-checksum.js';
import { namespaceOf } from '../../domain/caip/caip-2.js';
import { type AccountId, addressOf, chainIdOf, toAccountId } from '../../domain/caip/caip-10.js';
import { type AuthPayload, type Cacao, createCacao } from '../../domain/sign-in/cacao.js';
import { signInMessage } from '../../domain/sign-in/cacao-message.js';
import { methodsIn, recapOf } from '../../domain/sign-in/recap.js';
import { type AuthRequest, readAuthRequest } from '../../domain/wallet-protocol/authentication/auth-request.js';
import { populateAuthPayload } from '../../domain/wallet-protocol/authentication/populate-auth-payload.js';
import { isRpcRequest, type RpcErrorObject, type RpcRequest } from '../../domain/wallet-protocol/json-rpc.js';
import { parsePairingUri } from '../../domain/wallet-protocol/pairing-uri.js';
import { PROTOCOL_METHODS, type ProtocolMethod } from '../../domain/wallet-protocol/protocol-methods.js';
import { responseTopicOf } from '../../domain/wallet-protocol/response-topic.js';
import { asRecord } from '../../domain/wire.js';

/** Options of {@link RemoteTestWallet}. */
export interface RemoteTestWalletOptions {
  /** CAIP-10 ids. The wallet approves the proposed chains on which it has an account. */
  readonly accounts: readonly string[];
  /** Returns the result of an approved request, or rejects with a `code`. Default: no method is supported. */
  readonly onRequest?: (method: string, parameters: unknown, chainId: string) => Promise<unknown>;
  /** `immediate` approves prompts automatically, `manual` only by `approve()`. Default `immediate`. */
  readonly approval?: 'immediate' | 'manual';
  /**
   * True to sign in with the approval of a connection, if the app requests it: `onRequest` gets `personal_sign` for each chain. Default false:
   * such apps get the approval of the proposal only.
   * @see https://specs.walletconnect.com/2.0/specs/clients/sign/session-authenticated-events
   */
  readonly supportsSignIn?: boolean;
  /** Lifetime of its sessions. Default: a week. */
  readonly sessionSeconds?: number;
}

/** A prompt on the wallet's screen. `chainId` is `null` for a proposal and a sign-in. */
export interface RemoteTestPrompt {
  readonly method: string;
  readonly params: unknown;
  readonly chainId: string | null;
}

interface Prompt extends RemoteTestPrompt {
  readonly approve: () => Promise<void>;
  readonly reject: (code: number, message: string) => Promise<void>;
}

/** Methods without a prompt. */
const AUTO_APPROVED_METHODS: readonly string[] = ['getAccountAddresses', 'solana_getAccounts', 'eth_accounts', 'eth_chainId'];

const WEEK_S = 604_800;
const METADATA = { name: 'Test wallet', description: '', url: 'https://wallet.example', icons: [] };
const SIGN_IN_METHOD = 'wc_sessionAuthenticate';
/** @see https://specs.walletconnect.com/2.0/specs/clients/sign/error-codes */
const REJECTED = { code: 5000, message: 'User rejected.' };
const UNSUPPORTED = { code: 10_001, message: 'Unsupported wc_ method.' };
const DISCONNECTED = { code: 6000, message: 'User disconnected.' };

/**
 * A remote wallet on an in-process relay, like a mobile wallet. It pairs by a URI, the test approves or rejects its prompts, and it responds
 * to session requests.
 * @example
 * const relay = new InProcessRelay();
 * const wallet = relay.wallet({ accounts: ['eip155:1:0xf39F…'], onRequest: (method, params) => sign(method, params) });
 * await wallet.pair(uri);
 */
export class RemoteTestWallet {
  /** All received proposals and requests, oldest first. */
  readonly requests: RemoteTestPrompt[] = [];
  approval: 'immediate' | 'manual';
  readonly #relay: FakeMessageRelay;
  readonly #now: () => number;
  readonly #options: RemoteTestWalletOptions;
  readonly #subscription: Subscription;
  readonly #prompts: Prompt[] = [];
  readonly #sessions = new Set<string>();
  /** Topics of pairings whose proposal accompanies a sign-in that this wallet supports. */
  readonly #signInPairings = new Set<string>();
  readonly #signal = new AbortController().signal;
  #id = 0;

  constructor(relay: FakeMessageRelay, now: () => number, options: RemoteTestWalletOptions) {
    this.#relay = relay;
    this.#now = now;
    this.#options = options;
    this.approval = options.approval ?? 'immediate';
    this.#subscription = relay.messages$.subscribe((message) => this.#onMessage(message));
  }

  /** Prompts on screen, oldest first. */
  get prompts(): readonly RemoteTestPrompt[] {
    return this.#prompts;
  }

  /** Session topics. */
  get sessions(): readonly string[] {
    return [...this.#sessions];
  }

  /** Pairs by a URI. The proposal becomes a prompt. */
  async pair(uri: string): Promise<void> {
    const { symKey, methods } = parsePairingUri(uri);
    const topic = this.#relay.importSymKey(symKey);
    if (this.#options.supportsSignIn === true && methods.includes(SIGN_IN_METHOD)) this.#signInPairings.add(topic);
    await this.#relay.subscribe([topic], this.#signal);
  }

  /** Approves every prompt on screen; resolves when the responses are published. */
  async approve(): Promise<void> {
    await Promise.all(this.#prompts.splice(0).map((prompt) => prompt.approve()));
  }

  /** Rejects every prompt on screen. */
  async reject(): Promise<void> {
    await Promise.all(this.#prompts.splice(0).map((prompt) => prompt.reject(REJECTED.code, REJECTED.message)));
  }

  /** Disconnects every session. */
  async disconnect(): Promise<void> {
    const topics = this.sessions;
    this.#sessions.clear();
    await Promise.all(topics.map((topic) => this.#call(topic, 'wc_sessionDelete', DISCONNECTED)));
  }

  /** Emits an event in every session: `accountsChanged`, `chainChanged` … */
  async emit(name: string, data: unknown, chainId: string): Promise<void> {
    await Promise.all(this.sessions.map((topic) => this.#call(topic, 'wc_sessionEvent', { event: { name, data }, chainId })));
  }

  /** Unsubscribes from the relay. */
  dispose(): void {
    this.#subscription.unsubscribe();
    this.#relay.dispose();
  }

  #onMessage({ topic, message, acknowledge }: OpenedMessage): void {
    acknowledge();
    if (!isRpcRequest(message)) return;
    if (message.method === 'wc_sessionDelete') this.#sessions.delete(topic);
    if (message.method === 'wc_sessionPropose') {
      if (!this.#signInPairings.has(topic)) this.#show(this.#proposal(topic, message));
    } else if (message.method === SIGN_IN_METHOD) this.#onSignIn(topic, message);
    else if (message.method === 'wc_sessionRequest') this.#show(this.#request(topic, message));
    else void this.#respond(topic, message, { result: true });
  }

  #show(prompt: Prompt): void {
    const { method, params, chainId } = prompt;
    this.requests.push({ method, params, chainId });
    if (this.approval === 'immediate' || AUTO_APPROVED_METHODS.includes(method)) void prompt.approve();
    else this.#prompts.push(prompt);
  }

  #proposal(topic: string, request: RpcRequest): Prompt {
    const { params } = request;
    return {
      method: request.method,
      params,
      chainId: null,
      approve: async () => {
        // Every proposal has a proposer.
        const { proposer } = params as { readonly proposer: { readonly publicKey: string } };
        const publicKey = await this.#relay.keyChain.createKeyPair();
        const session = await this.#relay.keyChain.deriveSharedKey({ publicKey, peerPublicKey: proposer.publicKey });
        await this.#relay.subscribe([session], this.#signal);
        this.#sessions.add(session);
        await this.#respond(topic, request, { result: { relay: { protocol: 'irn' }, responderPublicKey: publicKey } });
        await this.#call(session, 'wc_sessionSettle', {
          relay: { protocol: 'irn' },
          controller: { publicKey, metadata: METADATA },
          namespaces: this.#approvedNamespaces(params),
          expiry: Math.floor(this.#now() / 1_000) + (this.#options.sessionSeconds ?? WEEK_S),
        });
      },
      reject: (code, message) => this.#respond(topic, request, { error: { code, message } }),
    };
  }

  #onSignIn(topic: string, request: RpcRequest): void {
    const signIn = readAuthRequest(request.params);
    if (signIn === null || !this.#signInPairings.has(topic)) void this.#respond(topic, request, { error: UNSUPPORTED });
    else this.#show(this.#signIn(topic, request, signIn));
  }

  #signIn(topic: string, request: RpcRequest, { authPayload, requester }: AuthRequest): Prompt {
    const reject: Prompt['reject'] = (code, message) => this.#respond(topic, request, { error: { code, message } });
    const peerPublicKey = requester.publicKey;
    return {
      method: request.method,
      params: request.params,
      chainId: null,
      approve: async () => {
        try {
          const cacaos = await this.#sign(authPayload);
          const { keyChain } = this.#relay;
          const publicKey = await keyChain.createKeyPair();
          const session = await keyChain.deriveSharedKey({ publicKey, peerPublicKey });
          await this.#relay.subscribe([session], this.#signal);
          this.#sessions.add(session);
          const message = { id: request.id, jsonrpc: '2.0' as const, result: { cacaos, responder: { publicKey, metadata: METADATA } } };
          const sealing = { topic: responseTopicOf(peerPublicKey), publicKey, peerPublicKey };
          const delivery = PROTOCOL_METHODS[SIGN_IN_METHOD].response;
          await this.#relay.publish({ topic: sealing.topic, message, delivery, sealing }, this.#signal);
        } catch (error) {
          await this.#fail(reject, error);
        }
      },
      reject,
    };
  }

  /** Signs the message of a request for each of its chains on which there is an account. */
  async #sign(authPayload: AuthPayload): Promise<readonly Cacao[]> {
    const accounts = this.#options.accounts.map(toAccountId).filter((account) => authPayload.chains.includes(chainIdOf(account)));
    const chains = accounts.map(chainIdOf);
    const payload = populateAuthPayload(authPayload, { chains, methods: methodsIn(recapOf(authPayload.resources) ?? { att: {} }) });
    const cacaos: Cacao[] = [];
    for (const account of accounts) {
      const [chain, address] = [chainIdOf(account), toChecksumAddress(addressOf(account))];
      const iss = `did:pkh:${chain}:${address}`;
      const message = `0x${bytesToHex(utf8ToBytes(signInMessage(payload, iss)))}`;
      cacaos.push(createCacao(payload, iss, { t: 'eip191', s: String(await this.#handle('personal_sign', [message, address], chain)) }));
    }
    return cacaos;
  }

  async #handle(method: string, params: unknown, chainId: string): Promise<unknown> {
    if (this.#options.onRequest === undefined) throw Object.assign(new Error(`No ${method}`), { code: 4200 });
    return this.#options.onRequest(method, params, chainId);
  }

  async #fail(reject: Prompt['reject'], error: unknown): Promise<void> {
    const { code, message } = asRecord(error);
    await reject(typeof code === 'number' ? code : -32_000, typeof message === 'string' ? message : 'Failed');
  }

  #request(topic: string, request: RpcRequest): Prompt {
    const { chainId, request: payload } = asRecord(request.params);
    const { method, params } = asRecord(payload);
    const [name, chain] = [String(method ?? ''), String(chainId ?? '')];
    const reject: Prompt['reject'] = (code, message) => this.#respond(topic, request, { error: { code, message } });
    return {
      method: name,
      params,
      chainId: chain,
      approve: async () => {
        try {
          await this.#respond(topic, request, { result: await this.#handle(name, params, chain) });
        } catch (error) {
          await this.#fail(reject, error);
        }
      },
      reject,
    };
  }

  /** Namespaces to approve: the proposed chains with an account, and all proposed methods and events. */
  #approvedNamespaces(params: unknown): Readonly<Record<string, object>> {
    const { requiredNamespaces, optionalNamespaces } = asRecord(params);
    const requested = { ...asRecord(optionalNamespaces), ...asRecord(requiredNamespaces) } as Readonly<
      Record<string, { readonly chains?: readonly string[]; readonly methods: readonly string[]; readonly events: readonly string[] }>
    >;
    const ownAccounts: readonly AccountId[] = this.#options.accounts.map(toAccountId);
    const approved = Object.entries(requested).flatMap(([namespace, { chains = [], methods, events }]) => {
      const accounts = ownAccounts.filter(
        (account) => namespaceOf(chainIdOf(account)) === namespace && chains.includes(chainIdOf(account)),
      );
      const accountIds = accounts.map((account) => `${chainIdOf(account)}:${addressOf(account)}`);
      return accounts.length === 0
        ? []
        : [[namespace, { chains: [...new Set(accounts.map(chainIdOf))], accounts: accountIds, methods, events }] as const];
    });
    return Object.fromEntries(approved);
  }

  #call(topic: string, method: ProtocolMethod, params: unknown): Promise<void> {
    this.#id += 1;
    const message: RpcRequest = { id: this.#now() * 1_000 + this.#id, jsonrpc: '2.0', method, params };
    return this.#relay.publish({ topic, message, delivery: PROTOCOL_METHODS[method].request }, this.#signal);
  }

  #respond(topic: string, { id }: RpcRequest, outcome: { readonly result: unknown } | { readonly error: RpcErrorObject }): Promise<void> {
    const delivery = PROTOCOL_METHODS.wc_sessionRequest.response;
    return this.#relay.publish({ topic, message: { id, jsonrpc: '2.0', ...outcome }, delivery }, this.#signal);
  }
}
