import type { Subscription } from 'rxjs';
import { flushPromises } from '../../../../../application/ports/clock.fake.js';
import type { FakePublication } from '../../../../../application/ports/relay-hub.fake.js';
import type { FakeMessageRelay } from '../../../../../application/wallet-protocol/message-relay.fake.js';
import { isRpcRequest, type RpcErrorObject, type RpcRequest, type RpcResponse } from '../../../../../domain/wallet-protocol/json-rpc.js';
import { parsePairingUri } from '../../../../../domain/wallet-protocol/pairing-uri.js';
import { PROTOCOL_METHODS, type ProtocolMethod } from '../../../../../domain/wallet-protocol/protocol-methods.js';

/** Default grants of the wallet. */
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

/** A proposal and its pairing topic. */
export interface Proposal {
  readonly topic: string;
  readonly request: RpcRequest;
}

/** The wallet's side of the protocol over the fake relay, controlled by the test. */
export class ProtocolWallet {
  readonly #relay: FakeMessageRelay;
  readonly #now: () => number;
  readonly #subscription: Subscription;
  readonly #signal = new AbortController().signal;
  /** Requests of apps, the oldest first. */
  readonly calls: { readonly topic: string; readonly request: RpcRequest }[] = [];
  /** Responses of apps. */
  readonly responses: { readonly topic: string; readonly response: RpcResponse }[] = [];
  readonly #ownKeys = new Map<string, string>();
  #id = 1;

  constructor(relay: FakeMessageRelay, now: () => number) {
    this.#relay = relay;
    this.#now = now;
    this.#subscription = relay.messages$.subscribe(({ topic, message, acknowledge }) => {
      if (isRpcRequest(message)) this.calls.push({ topic, request: message });
      else this.responses.push({ topic, response: message });
      acknowledge();
    });
  }

  /** Published messages, the oldest first. */
  get published(): readonly FakePublication[] {
    return this.#relay.published;
  }

  stop(): void {
    this.#subscription.unsubscribe();
    this.#relay.dispose();
  }

  /** Joins the pairing of a URI and returns its proposal. */
  async pair(uri: string): Promise<Proposal> {
    const topic = this.#relay.importSymKey(parsePairingUri(uri).symKey);
    await this.#relay.subscribe([topic], this.#signal);
    await flushPromises();
    const proposal = this.calls.find((call) => call.topic === topic && call.request.method === 'wc_sessionPropose');
    if (proposal === undefined) throw new Error('There is no proposal on this pairing');
    return proposal;
  }

  /** Approves a proposal and settles the session. Returns its topic. */
  async approve(proposal: Proposal, settlement: Readonly<Record<string, unknown>> = {}): Promise<string> {
    const topic = await this.agree(proposal);
    await this.settle(topic, settlement);
    return topic;
  }

  /** Responds to a proposal without settling. Returns the session topic. */
  async agree({ topic, request }: Proposal): Promise<string> {
    // Sent by the engine under test.
    const { proposer } = request.params as { readonly proposer: { readonly publicKey: string } };
    const publicKey = await this.#relay.keyChain.createKeyPair();
    const sessionTopic = await this.#relay.keyChain.deriveSharedKey({ publicKey, peerPublicKey: proposer.publicKey });
    this.#ownKeys.set(sessionTopic, publicKey);
    await this.#relay.subscribe([sessionTopic], this.#signal);
    await this.respond(topic, request.id, { result: { relay: { protocol: 'irn' }, responderPublicKey: publicKey } });
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

  /** Sends a request to the app. */
  async call(topic: string, method: ProtocolMethod, params: unknown): Promise<number> {
    const id = this.#now() * 1_000 + this.#id++;
    const message: RpcRequest = { id, jsonrpc: '2.0', method, params };
    await this.#relay.publish({ topic, message, delivery: PROTOCOL_METHODS[method].request }, this.#signal);
    await flushPromises();
    return id;
  }

  /** Responds to the app. */
  async respond(topic: string, id: number, outcome: { readonly result: unknown } | { readonly error: RpcErrorObject }): Promise<void> {
    const delivery = PROTOCOL_METHODS.wc_sessionRequest.response;
    await this.#relay.publish({ topic, message: { id, jsonrpc: '2.0', ...outcome }, delivery }, this.#signal);
    await flushPromises();
  }

  /** The app's response to a request. */
  responseTo(id: number): RpcResponse | undefined {
    return this.responses.find(({ response }) => response.id === id)?.response;
  }
}
