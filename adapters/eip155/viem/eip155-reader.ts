import { type Client, createClient, fallback, type Hash, http, isAddress } from 'viem';
import { getBalance, getTransaction, getTransactionCount, getTransactionReceipt } from 'viem/actions';
import type { Clock } from '../../../application/ports/clock.port.js';
import { TimeoutError, within } from '../../../application/shared/within.js';
import type { NativeBalance } from '../../../domain/connection/connection-state.js';
import { isLatchkeyError, LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import type { Network } from '../../../domain/network/network.js';
import { abortable } from '../abortable.js';
import { sleep } from '../sleep.js';

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

interface Sender {
  readonly address: `0x${string}`;
  readonly nonce: number;
}

/** Reads from EVM nodes over JSON-RPC: each URL of a network in turn, first the host's own. One client per network. */
export class Eip155Reader {
  readonly #clock: Clock;
  readonly #clients = new Map<string, Client>();
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
    if (!isAddress(address, { strict: false })) throw new LatchkeyError('address/invalid', { value: address, namespace: 'eip155' });
    const value = await this.#read(network, 'eth_getBalance', signal, (client) => getBalance(client, { address }));
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
    for (let pause = FIRST_LOOK_MS; this.#clock.now() < until; pause = Math.min(pause * LOOK_GROWTH, LAST_LOOK_MS)) {
      try {
        const receipt = await this.#receipt(hash as Hash, network, signal);
        if (receipt?.status === 'reverted') throw new LatchkeyError('network/transaction-reverted', { chainId, hash });
        // Some nodes give a receipt before there is a block.
        if (receipt?.blockNumber != null) return { blockNumber: receipt.blockNumber };
        if (pause === LAST_LOOK_MS) {
          sender ??= await this.#sender(hash as Hash, network, signal);
          replaced = sender !== null && (await this.#isUsed(sender, network, signal)) ? replaced + 1 : 0;
        }
        failures = 0;
      } catch (error) {
        failures += 1;
        if (!isReadFailure(error) || failures === FAILED_LOOKS) throw error;
      }
      if (replaced === REPLACED_LOOKS) break;
      await sleep(pause, this.#clock, signal);
    }
    throw new LatchkeyError('network/unknown-outcome', { chainId, hash });
  }

  /** Ends every read under way. */
  dispose(): void {
    this.#life.abort(new LatchkeyError('config/disposed', {}));
    this.#clients.clear();
  }

  #receipt(hash: Hash, network: Network, signal: AbortSignal) {
    return this.#read(network, 'eth_getTransactionReceipt', signal, (client) =>
      getTransactionReceipt(client, { hash }).catch(nullIfNamed('TransactionReceiptNotFoundError')),
    );
  }

  async #sender(hash: Hash, network: Network, signal: AbortSignal): Promise<Sender | null> {
    const transaction = await this.#read(network, 'eth_getTransactionByHash', signal, (client) =>
      getTransaction(client, { hash }).catch(nullIfNamed('TransactionNotFoundError')),
    );
    return transaction === null ? null : { address: transaction.from, nonce: transaction.nonce };
  }

  async #isUsed({ address, nonce }: Sender, network: Network, signal: AbortSignal): Promise<boolean> {
    const count = await this.#read(network, 'eth_getTransactionCount', signal, (client) => getTransactionCount(client, { address }));
    return count > nonce;
  }

  /** One read: over all URLs, within their time-outs, until the caller or the reader's owner leaves. */
  async #read<T>(network: Network, method: string, signal: AbortSignal, read: (client: Client) => Promise<T>): Promise<T> {
    const chainId = network.caipNetworkId;
    const { http: urls } = network.rpcUrls.default;
    if (urls.length === 0) throw new LatchkeyError('network/rpc-failed', { chainId, method });
    const timeoutMs = RPC_TIMEOUT_MS * urls.length;
    signal.throwIfAborted();
    try {
      return await within(timeoutMs, this.#clock, abortable(read(this.#client(chainId, urls)), signal, this.#life.signal));
    } catch (cause) {
      signal.throwIfAborted();
      this.#life.signal.throwIfAborted();
      throw isTimeout(cause)
        ? new LatchkeyError('network/timeout', { chainId, method, timeoutMs }, { cause })
        : new LatchkeyError('network/rpc-failed', { chainId, method }, { cause });
    }
  }

  #client(chainId: string, urls: readonly string[]): Client {
    const key = [chainId, ...urls].join(' ');
    const known = this.#clients.get(key);
    if (known !== undefined) return known;
    const client = createClient({
      transport: fallback(
        urls.map((url) => http(url, { timeout: RPC_TIMEOUT_MS, retryCount: 0, fetchFn: this.#fetch })),
        { retryCount: RETRIES, retryDelay: RETRY_PAUSE_MS },
      ),
    });
    this.#clients.set(key, client);
    return client;
  }

  /** `fetch` that ends when the reader is disposed of; browsers that cannot join signals end it by its time-out. */
  readonly #fetch: typeof fetch = (input, init = {}) => {
    const signals = [this.#life.signal, init.signal].filter((signal) => signal != null);
    return fetch(input, 'any' in AbortSignal ? { ...init, signal: AbortSignal.any(signals) } : init);
  };
}

const isReadFailure = (error: unknown): boolean =>
  isLatchkeyError(error, 'network/rpc-failed') || isLatchkeyError(error, 'network/timeout');

/** viem's own class and ours have the same name. */
const isTimeout = (error: unknown): boolean => error instanceof TimeoutError || (error as Error | null)?.name === 'TimeoutError';

/** viem throws where JSON-RPC answers null. */
const nullIfNamed =
  (name: string) =>
  (error: unknown): null => {
    if ((error as Error | null)?.name === name) return null;
    throw error;
  };
