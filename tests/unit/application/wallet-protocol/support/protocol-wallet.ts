import type { Subscription } from 'rxjs';
import { settle } from '../../../../../application/ports/clock.fake.js';
import type { FakePublication } from '../../../../../application/ports/relay-hub.fake.js';
import type { FakeMessageRelay } from '../../../../../application/wallet-protocol/message-relay.fake.js';
import { isRpcRequest, type RpcErrorObject, type RpcRequest, type RpcResponse } from '../../../../../domain/wallet-protocol/json-rpc.js';
import { parsePairingUri } from '../../../../../domain/wallet-protocol/pairing-uri.js';
import { PROTOCOL_METHODS, type ProtocolMethod } from '../../../../../domain/wallet-protocol/protocol-methods.js';

/** What a wallet allows unless a test says otherwise. */
export const ALLOWED = {
  eip155: {
    chains: ['eip155:1', 'eip155:137'],
    accounts: ['eip155:1:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', 'eip155:137:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'],
    methods: ['personal_sign', 'eth_sendTransaction'],
    events: ['accountsChanged', 'chainChanged'],
  },
};

const METADATA = { name: 'Test wallet', description: '', url: 'https://wallet.example', icons: [] };
const WEEK_S = 604_800;

/** A proposal, and the pairing's topic. */
export interface Proposal {
  readonly topic: string;
  readonly request: RpcRequest;
}

/** The other side of the protocol, played by hand over the fake relay: what it does is what the test tells it. */
export class ProtocolWallet {
  readonly #relay: FakeMessageRelay;
  readonly #now: () => number;
  readonly #listening: Subscription;
  readonly #signal = new AbortController().signal;
  /** What apps asked, oldest first, with the topic. */
  readonly calls: { readonly topic: string; readonly request: RpcRequest }[] = [];
  /** What apps answered. */
  readonly answers: { readonly topic: string; readonly response: RpcResponse }[] = [];
  readonly #ownKeys = new Map<string, string>();
  #id = 1;

  constructor(relay: FakeMessageRelay, now: () => number) {
    this.#relay = relay;
    this.#now = now;
    this.#listening = relay.messages$.subscribe(({ topic, message, acknowledge }) => {
      if (isRpcRequest(message)) this.calls.push({ topic, request: message });
      else this.answers.push({ topic, response: message });
      acknowledge();
    });
  }

  /** What it said, oldest first. */
  get published(): readonly FakePublication[] {
    return this.#relay.published;
  }

  stop(): void {
    this.#listening.unsubscribe();
    this.#relay.dispose();
  }

  /** Follows a pairing URI; gives the proposal that waits there. */
  async pair(uri: string): Promise<Proposal> {
    const topic = this.#relay.importSymKey(parsePairingUri(uri).symKey);
    await this.#relay.subscribe([topic], this.#signal);
    await settle();
    const proposal = this.calls.find((call) => call.topic === topic && call.request.method === 'wc_sessionPropose');
    if (proposal === undefined) throw new Error('No proposal waits there');
    return proposal;
  }

  /** Says yes to a proposal and settles the session; gives its topic. */
  async approve(proposal: Proposal, settlement: Readonly<Record<string, unknown>> = {}): Promise<string> {
    const topic = await this.agree(proposal);
    await this.settle(topic, settlement);
    return topic;
  }

  /** Says yes to a proposal; gives the topic on which it would settle the session. */
  async agree({ topic, request }: Proposal): Promise<string> {
    // A proposal of the engine under test.
    const { proposer } = request.params as { readonly proposer: { readonly publicKey: string } };
    const publicKey = await this.#relay.keyChain.createKeyPair();
    const sessionTopic = await this.#relay.keyChain.agreeOnKey({ publicKey, peerPublicKey: proposer.publicKey });
    this.#ownKeys.set(sessionTopic, publicKey);
    await this.#relay.subscribe([sessionTopic], this.#signal);
    await this.answer(topic, request.id, { result: { relay: { protocol: 'irn' }, responderPublicKey: publicKey } });
    return sessionTopic;
  }

  /** Settles a session. */
  async settle(topic: string, settlement: Readonly<Record<string, unknown>> = {}): Promise<void> {
    await this.call(topic, 'wc_sessionSettle', {
      relay: { protocol: 'irn' },
      controller: { publicKey: this.#ownKeys.get(topic), metadata: METADATA },
      namespaces: ALLOWED,
      expiry: Math.floor(this.#now() / 1_000) + WEEK_S,
      ...settlement,
    });
  }

  /** Calls the app. */
  async call(topic: string, method: ProtocolMethod, params: unknown): Promise<number> {
    const id = this.#now() * 1_000 + this.#id++;
    const message: RpcRequest = { id, jsonrpc: '2.0', method, params };
    await this.#relay.publish({ topic, message, delivery: PROTOCOL_METHODS[method].request }, this.#signal);
    await settle();
    return id;
  }

  /** Answers the app. */
  async answer(topic: string, id: number, answer: { readonly result: unknown } | { readonly error: RpcErrorObject }): Promise<void> {
    const delivery = PROTOCOL_METHODS.wc_sessionRequest.response;
    await this.#relay.publish({ topic, message: { id, jsonrpc: '2.0', ...answer }, delivery }, this.#signal);
    await settle();
  }

  /** What the app answered to a call. */
  answerTo(id: number): RpcResponse | undefined {
    return this.answers.find(({ response }) => response.id === id)?.response;
  }
}
