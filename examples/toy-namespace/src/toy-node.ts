import { isLatchkeyError, LatchkeyError, type Network } from 'latchkey';
import { type SignedTransfer, transferHash } from './transfer.js';

/** Timeout per endpoint; the next endpoint of the network is tried afterwards. */
const TIMEOUT_MS = 10_000;

interface NodeResponse {
  readonly status: number;
  /** Untrusted: validated by each reader. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** State of a transfer as the node reports it. */
export interface TransferStatus {
  readonly status: 'pending' | 'included' | 'failed';
  readonly block: bigint | null;
}

/** Client of a network's nodes. Tries the endpoints in order until one returns a valid response. */
export class ToyNode {
  readonly #network: Network;
  readonly #signal: AbortSignal;

  constructor(network: Network, signal: AbortSignal) {
    this.#network = network;
    this.#signal = signal;
  }

  /** Returns the balance in base units, and the nonce of the next transfer. */
  async account(address: string): Promise<{ readonly balance: bigint; readonly nonce: number }> {
    const { balance, nonce } = (
      await this.#request('account', `accounts/${address}`, ({ body }) => /^[0-9]+$/.test(String(body['balance'])))
    ).body;
    return { balance: BigInt(String(balance)), nonce: Number(nonce) };
  }

  /** Returns the state of a transfer, `null` if the node does not know it. */
  async transfer(hash: string): Promise<TransferStatus | null> {
    const { status, body } = await this.#request(
      'transfer',
      `transfers/${hash}`,
      (response) => response.status === 404 || isStatus(response.body['status']),
    );
    if (status === 404 || !isStatus(body['status'])) return null;
    return { status: body['status'], block: typeof body['block'] === 'number' ? BigInt(body['block']) : null };
  }

  /** Verifies that the node serves the configured chain: a transfer signed for one chain must not reach another. */
  async check(): Promise<void> {
    const { network } = (await this.#request('network', '', (response) => typeof response.body['network'] === 'string')).body;
    if (network === this.#network.id) return;
    throw new LatchkeyError('network/wrong-node', { chainId: this.#network.caipNetworkId, nodeChainId: String(network) });
  }

  /**
   * Broadcasts a transfer. Sending it to several nodes is safe, because the hash is the same. If no node confirms or refuses it, the outcome
   * is unknown rather than failed.
   */
  async send(transfer: SignedTransfer): Promise<string> {
    const chainId = this.#network.caipNetworkId;
    const hash = await transferHash(transfer);
    const { status, body } = await this.#request(
      'send',
      'transfers',
      (response) => response.body['hash'] === hash || isRefusal(response.body),
      transfer,
    ).catch((error: unknown) => {
      throw isLatchkeyError(error) ? new LatchkeyError('network/unknown-outcome', { chainId, hash }, { cause: error }) : error;
    });
    if (status === 200) return hash;
    if (body['refusal'] === 'wrong-nonce') throw new LatchkeyError('send/nonce-too-low', { chainId });
    throw new LatchkeyError('send/refused', { chainId, reason: String(body['refusal']) });
  }

  async #request(method: string, path: string, isValid: (response: NodeResponse) => boolean, body?: unknown): Promise<NodeResponse> {
    this.#signal.throwIfAborted();
    const chainId = this.#network.caipNetworkId;
    let failure: LatchkeyError = new LatchkeyError('network/rpc-failed', { chainId, method });
    for (const url of this.#network.rpcUrls.default.http) {
      const timeout = AbortSignal.timeout(TIMEOUT_MS);
      try {
        const response = await fetch(new URL(path, `${url.replace(/\/$/, '')}/`), {
          signal: AbortSignal.any([this.#signal, timeout]),
          ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
        });
        const result: NodeResponse = { status: response.status, body: Object(await response.json()) };
        if (isValid(result)) return result;
      } catch (error) {
        // The caller aborted: do not try the next endpoint.
        this.#signal.throwIfAborted();
        failure = timeout.aborted
          ? new LatchkeyError('network/timeout', { chainId, method, timeoutMs: TIMEOUT_MS })
          : new LatchkeyError('network/rpc-failed', { chainId, method }, { cause: error });
      }
    }
    throw failure;
  }
}

const isStatus = (status: unknown): status is TransferStatus['status'] =>
  status === 'pending' || status === 'included' || status === 'failed';

const isRefusal = (body: NodeResponse['body']): boolean => typeof body['refusal'] === 'string' && /^[-a-z]{1,40}$/.test(body['refusal']);
