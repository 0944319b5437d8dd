import { type Client, createClient, fallback, http, type PublicRpcSchema, type Transport } from 'viem';
import type { Clock } from '../../../application/ports/clock.port.js';
import { abortable } from '../../../application/shared/abortable.js';
import { pause } from '../../../application/shared/pause.js';
import { TimeoutError, within } from '../../../application/shared/within.js';
import type { NativeBalance } from '../../../domain/connection/connection-state.js';
import { isLatchkeyError, LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import type { Network } from '../../../domain/network/network.js';

/** Specification, section 9: how long one URL may take. */
export const RPC_TIMEOUT_MS = 10_000;
/** Further rounds over all URLs after a failure that may pass (429, 5xx, a lost connection), and the pause that doubles. */
const RETRIES = 2;
const RETRY_PAUSE_MS = 150;

/** Receipts are looked for in this rhythm: quickly at first, then as often as a block comes. */
const FIRST_LOOK_MS = 500;
const LAST_LOOK_MS = 4_000;
const LOOK_GROWTH = 1.5;
/** So many looks in a row may fail before waiting ends. */
const FAILED_LOOKS = 3;
/** So many slow looks in a row must find the nonce used but no receipt before the transaction counts as replaced. */
const REPLACED_LOOKS = 3;
/** Nobody watches a transaction for longer. */
const WAIT_LIMIT_MS = 30 * 60_000;

/** An address as JSON-RPC takes it. */
const ADDRESS = /^0x[0-9a-f]{40}$/i;

/** A client that only asks: viem's own actions would bring contracts, ABIs and name services along. */
type Node = Client<Transport, undefined, undefined, PublicRpcSchema>;
type Hex = `0x${string}`;

interface Sender {
  readonly address: Hex;
  readonly nonce: bigint;
}

/** Reads from EVM nodes over JSON-RPC: each URL of a network in turn, first the host's own. One client per network. */
export class Eip155Reader {
  readonly #clock: Clock;
  readonly #nodes = new Map<string, Node>();
  readonly #life = new AbortController();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * The balance of the chain's own coin, in wei.
   * @throws LatchkeyError `address/invalid`, `network/rpc-failed`, `network/timeout`
   */
  async getBalance(
    { address, network }: { readonly address: string; readonly network: Network },
    signal: AbortSignal,
  ): Promise<NativeBalance> {
    if (!isAddress(address)) throw new LatchkeyError('address/invalid', { value: address, namespace: 'eip155' });
    const method = 'eth_getBalance';
    const value = await this.#read(network, method, signal, async (node) =>
      toBigInt(await node.request({ method, params: [address, 'latest'] })),
    );
    return { value, symbol: network.nativeCurrency.symbol, decimals: network.nativeCurrency.decimals };
  }

  /**
   * Waits until a transaction is in a block. Single failures to read are passed over.
   * @throws LatchkeyError `network/transaction-reverted`; `network/unknown-outcome` when another transaction took its nonce
   * or after 30 minutes; `network/rpc-failed` or `network/timeout` when nothing can be read any more
   */
  async waitForTransaction(
    { hash, network }: { readonly hash: string; readonly network: Network },
    signal: AbortSignal,
  ): Promise<{ readonly blockNumber: bigint }> {
    const chainId = network.caipNetworkId;
    const until = this.#clock.now() + WAIT_LIMIT_MS;
    let failures = 0;
    let replaced = 0;
    let sender: Sender | null = null;
    for (let waitMs = FIRST_LOOK_MS; this.#clock.now() < until; waitMs = Math.min(waitMs * LOOK_GROWTH, LAST_LOOK_MS)) {
      try {
        const receipt = await this.#receipt(hash, network, signal);
        if (receipt?.reverted) throw new LatchkeyError('network/transaction-reverted', { chainId, hash });
        if (receipt !== null) return { blockNumber: receipt.blockNumber };
        if (waitMs === LAST_LOOK_MS) {
          sender ??= await this.#sender(hash, network, signal);
          replaced = sender !== null && (await this.#isUsed(sender, network, signal)) ? replaced + 1 : 0;
        }
        failures = 0;
      } catch (error) {
        failures += 1;
        if (!isReadFailure(error) || failures === FAILED_LOOKS) throw error;
      }
      if (replaced === REPLACED_LOOKS) break;
      await pause(waitMs, this.#clock, signal);
    }
    throw new LatchkeyError('network/unknown-outcome', { chainId, hash });
  }

  /**
   * Any other read, as a provider's `request` takes it.
   * @throws LatchkeyError `network/rpc-failed`, whose cause is the node's own error; `network/timeout`
   */
  request(
    { method, params, network }: { readonly method: string; readonly params: unknown; readonly network: Network },
    signal: AbortSignal,
  ): Promise<unknown> {
    // What is asked is the caller's: viem only carries it.
    return this.#read(network, method, signal, (node) => node.request({ method, params } as Parameters<Node['request']>[0]));
  }

  /** Ends every read under way. */
  dispose(): void {
    this.#life.abort();
    this.#nodes.clear();
  }

  #receipt(
    hash: string,
    network: Network,
    signal: AbortSignal,
  ): Promise<{ readonly reverted: boolean; readonly blockNumber: bigint } | null> {
    const method = 'eth_getTransactionReceipt';
    return this.#read(network, method, signal, async (node) => {
      const receipt = await node.request({ method, params: [asHex(hash)] });
      // Some nodes give a receipt before there is a block.
      if (receipt?.blockNumber == null) return null;
      return { reverted: receipt.status === '0x0', blockNumber: toBigInt(receipt.blockNumber) };
    });
  }

  #sender(hash: string, network: Network, signal: AbortSignal): Promise<Sender | null> {
    const method = 'eth_getTransactionByHash';
    return this.#read(network, method, signal, async (node) => {
      const transaction = await node.request({ method, params: [asHex(hash)] });
      return transaction === null ? null : { address: transaction.from, nonce: toBigInt(transaction.nonce) };
    });
  }

  #isUsed({ address, nonce }: Sender, network: Network, signal: AbortSignal): Promise<boolean> {
    const method = 'eth_getTransactionCount';
    return this.#read(
      network,
      method,
      signal,
      async (node) => toBigInt(await node.request({ method, params: [address, 'latest'] })) > nonce,
    );
  }

  /** One read: over all URLs, within their time-outs, until the caller or the reader's owner leaves. */
  async #read<T>(network: Network, method: string, signal: AbortSignal, read: (node: Node) => Promise<T>): Promise<T> {
    const chainId = network.caipNetworkId;
    const { http: urls } = network.rpcUrls.default;
    if (urls.length === 0) throw new LatchkeyError('network/rpc-failed', { chainId, method });
    const timeoutMs = RPC_TIMEOUT_MS * urls.length;
    signal.throwIfAborted();
    try {
      return await within(timeoutMs, this.#clock, abortable(read(this.#node(chainId, urls)), signal, this.#life.signal));
    } catch (cause) {
      signal.throwIfAborted();
      if (this.#life.signal.aborted) throw new LatchkeyError('config/disposed', {});
      throw isTimeout(cause)
        ? new LatchkeyError('network/timeout', { chainId, method, timeoutMs }, { cause })
        : new LatchkeyError('network/rpc-failed', { chainId, method }, { cause });
    }
  }

  #node(chainId: string, urls: readonly string[]): Node {
    const key = [chainId, ...urls].join(' ');
    const known = this.#nodes.get(key);
    if (known !== undefined) return known;
    const node: Node = createClient({
      transport: fallback(
        urls.map((url) => http(url, { timeout: RPC_TIMEOUT_MS, retryCount: 0, fetchFn: this.#fetch })),
        { retryCount: RETRIES, retryDelay: RETRY_PAUSE_MS },
      ),
    });
    this.#nodes.set(key, node);
    return node;
  }

  /** `fetch` that also ends when the reader is disposed of. */
  readonly #fetch: typeof fetch = async (input, init = {}) => {
    // Joined by hand: Node 20 may collect the signal of `AbortSignal.any` before it fires.
    const joined = new AbortController();
    const end = (): void => joined.abort();
    const signals = [this.#life.signal, init.signal].filter((signal) => signal != null);
    for (const signal of signals) signal.addEventListener('abort', end, { once: true });
    try {
      if (signals.some(({ aborted }) => aborted)) end();
      return await fetch(input, { ...init, signal: joined.signal });
    } finally {
      for (const signal of signals) signal.removeEventListener('abort', end);
    }
  };
}

const isReadFailure = (error: unknown): boolean =>
  isLatchkeyError(error, 'network/rpc-failed') || isLatchkeyError(error, 'network/timeout');

/** The port speaks of any chain's hashes; on this one they are hex, and a node refuses what is none. */
const asHex = (hash: string): Hex => hash as Hex;

/** viem's own class and ours have the same name. */
const isTimeout = (error: unknown): boolean =>
  // Whatever was thrown can be asked for a name, but for null and undefined.
  error instanceof TimeoutError || (error as Error | null | undefined)?.name === 'TimeoutError';

const isAddress = (value: string): value is Hex => ADDRESS.test(value);

/** Reads a quantity. @see https://eips.ethereum.org/EIPS/eip-1474#quantity */
const toBigInt = (value: unknown): bigint => {
  if (typeof value !== 'string' || !/^0x[0-9a-f]+$/i.test(value)) throw new Error('The node gave no quantity');
  return BigInt(value);
};
