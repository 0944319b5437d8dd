import { isLatchkeyError, LatchkeyError, type Network } from 'latchkey';
import { type SignedTransfer, transferHash } from './transfer.js';

/** For one node; the next one of the network is asked then. */
const TIMEOUT_MS = 10_000;

interface Answer {
  readonly status: number;
  /** Foreign: each reader checks what it takes. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** What became of a transfer, by a node. */
export interface SeenTransfer {
  readonly status: 'pending' | 'included' | 'failed';
  readonly block: bigint | null;
}

/** Reads from the nodes of a network, one after the other until one answers. Keeps nothing. */
export class ToyNode {
  readonly #network: Network;
  readonly #signal: AbortSignal;

  constructor(network: Network, signal: AbortSignal) {
    this.#network = network;
    this.#signal = signal;
  }

  /** Balance in base units, and the nonce of the next transfer. */
  async account(address: string): Promise<{ readonly balance: bigint; readonly nonce: number }> {
    const { balance, nonce } = (
      await this.#ask('account', `accounts/${address}`, (answer) => /^[0-9]+$/.test(String(answer.body['balance'])))
    ).body;
    return { balance: BigInt(String(balance)), nonce: Number(nonce) };
  }

  /** What became of a transfer, `null` for one that the node does not know. */
  async transfer(hash: string): Promise<SeenTransfer | null> {
    const { status, body } = await this.#ask(
      'transfer',
      `transfers/${hash}`,
      (answer) => answer.status === 404 || isSeen(answer.body['status']),
    );
    if (status === 404 || !isSeen(body['status'])) return null;
    return { status: body['status'], block: typeof body['block'] === 'number' ? BigInt(body['block']) : null };
  }

  /** Makes sure that the node is of the chain that it is configured for: what is signed for one chain must not reach another. */
  async check(): Promise<void> {
    const { network } = (await this.#ask('network', '', (answer) => typeof answer.body['network'] === 'string')).body;
    if (network === this.#network.id) return;
    throw new LatchkeyError('network/wrong-node', { chainId: this.#network.caipNetworkId, nodeChainId: String(network) });
  }

  /**
   * Broadcasts. What two nodes take is one transfer, as its hash is the same; where none says whether it was taken, nobody may
   * call it failed.
   */
  async send(transfer: SignedTransfer): Promise<string> {
    const chainId = this.#network.caipNetworkId;
    const hash = await transferHash(transfer);
    const { status, body } = await this.#ask(
      'send',
      'transfers',
      ({ body: said }) => said['hash'] === hash || isRefusal(said),
      transfer,
    ).catch((error: unknown) => {
      throw isLatchkeyError(error) ? new LatchkeyError('network/unknown-outcome', { chainId, hash }, { cause: error }) : error;
    });
    if (status === 200) return hash;
    if (body['refusal'] === 'wrong-nonce') throw new LatchkeyError('send/nonce-too-low', { chainId });
    throw new LatchkeyError('send/refused', { chainId, reason: String(body['refusal']) });
  }

  async #ask(method: string, path: string, isRight: (answer: Answer) => boolean, body?: unknown): Promise<Answer> {
    this.#signal.throwIfAborted();
    const chainId = this.#network.caipNetworkId;
    let failure: LatchkeyError = new LatchkeyError('network/rpc-failed', { chainId, method });
    for (const url of this.#network.rpcUrls.default.http) {
      const late = AbortSignal.timeout(TIMEOUT_MS);
      try {
        const response = await fetch(new URL(path, `${url.replace(/\/$/, '')}/`), {
          signal: AbortSignal.any([this.#signal, late]),
          ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
        });
        const answer: Answer = { status: response.status, body: Object(await response.json()) };
        if (isRight(answer)) return answer;
      } catch (error) {
        // Whoever asked has left.
        this.#signal.throwIfAborted();
        failure = late.aborted
          ? new LatchkeyError('network/timeout', { chainId, method, timeoutMs: TIMEOUT_MS })
          : new LatchkeyError('network/rpc-failed', { chainId, method }, { cause: error });
      }
    }
    throw failure;
  }
}

const isSeen = (status: unknown): status is SeenTransfer['status'] => status === 'pending' || status === 'included' || status === 'failed';

const isRefusal = (body: Answer['body']): boolean => typeof body['refusal'] === 'string' && /^[-a-z]{1,40}$/.test(body['refusal']);
