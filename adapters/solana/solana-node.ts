import { base64 } from '@scure/base';
import type { FollowRequest, TransactionProgress } from '../../application/ports/chain.port.js';
import type { AssetBalance, Balances, FeeQuote } from '../../application/ports/chain-services.js';
import type { Clock } from '../../application/ports/clock.port.js';
import type { FeeSpeed, TransactionRequest } from '../../application/ports/transaction-request.js';
import type { SolanaSendOptions } from '../../application/ports/wallet-calls.js';
import { loadPart } from '../../application/shared/load-part.js';
import { isSolanaAddress } from '../../domain/account/solana-address.js';
import { readSolanaTransaction, solanaTransactionId } from '../../domain/account/solana-transaction.js';
import type { NativeBalance } from '../../domain/connection/connection-state.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { Network } from '../../domain/network/network.js';
import { type AssetQuestion, readBalances, readLamports } from './asset-balances.js';
import { followSignature, readTrace, type TransactionLife } from './follow-signature.js';
import { amountSchema } from './parse-json.js';
import type { TransferPlan, TransferRequest } from './plan-transfer.js';
import { isAlreadyProcessed, toBroadcastError } from './send-errors.js';
import { SignatureNotices } from './signature-notices.js';
import { type AskNodes, contextValue, SolanaNodeError, SolanaRpc } from './solana-rpc.js';

/** A transaction that is ready to be signed. */
export interface PreparedTransfer {
  readonly transaction: Uint8Array;
  readonly lastValidBlockHeight: bigint;
}

/** A signed transaction to broadcast. */
export interface Broadcast {
  readonly transaction: Uint8Array;
  readonly network: Network;
  readonly options: SolanaSendOptions;
  readonly life: TransactionLife;
}

/** So many transactions of this page are remembered, the newest. */
const MOST_REMEMBERED = 100;

const SPEEDS: readonly FeeSpeed[] = ['slow', 'normal', 'fast'];

/** Where a node has its socket: at the place that the network names, else at the node's own. */
const socketUrl = ({ rpcUrls: { default: urls } }: Network): string | null =>
  urls.webSocket?.[0] ?? urls.http[0]?.replace(/^http/, 'ws') ?? null;

/** Reads from Solana's nodes, builds transfers and broadcasts them. */
export class SolanaNode {
  readonly #clock: Clock;
  readonly #rpc: SolanaRpc;
  /** By signature: how long a transaction of this page can be carried out. */
  readonly #lives = new Map<string, TransactionLife>();
  readonly #life = new AbortController();

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#rpc = new SolanaRpc(clock);
  }

  /** Lamports of an address. @throws LatchkeyError `address/invalid`, `network/…` */
  async getBalance(
    { address, network }: { readonly address: string; readonly network: Network },
    signal: AbortSignal,
  ): Promise<NativeBalance> {
    if (!isSolanaAddress(address)) throw new LatchkeyError('address/invalid', { value: address, namespace: 'solana' });
    const read = (result: unknown): bigint => contextValue(amountSchema, result);
    const value = await this.#asking(network, signal)({ method: 'getBalance', params: [address, { commitment: 'confirmed' }], read });
    return { value, symbol: network.nativeCurrency.symbol, decimals: network.nativeCurrency.decimals };
  }

  /** Balances of assets, in one question. @throws LatchkeyError `address/invalid`, `network/…` */
  async getAssetBalances(question: AssetQuestion, signal: AbortSignal): Promise<readonly AssetBalance[]> {
    return question.assets.length === 0 ? [] : (await this.getBalances(question, signal)).assets;
  }

  /** Lamports of an address and its balances of assets, in one question. @throws LatchkeyError `address/invalid`, `network/…` */
  async getBalances(question: AssetQuestion, signal: AbortSignal): Promise<Balances> {
    const { address, network } = question;
    if (!isSolanaAddress(address)) throw new LatchkeyError('address/invalid', { value: address, namespace: 'solana' });
    return readBalances(question, (calls) =>
      this.#reading(network, 'getMultipleAccounts', () => this.#rpc.askTogether({ ...calls, network }, signal)),
    );
  }

  /** Lamports of addresses, in their order, in one question. @throws LatchkeyError `address/invalid`, `network/…` */
  async getCoinBalances(
    { addresses, network }: { readonly addresses: readonly string[]; readonly network: Network },
    signal: AbortSignal,
  ): Promise<readonly NativeBalance[]> {
    const wrong = addresses.find((address) => !isSolanaAddress(address));
    if (wrong !== undefined) throw new LatchkeyError('address/invalid', { value: wrong, namespace: 'solana' });
    const { symbol, decimals } = network.nativeCurrency;
    const lamports = await readLamports(addresses, (calls) =>
      this.#reading(network, 'getMultipleAccounts', () => this.#rpc.askTogether({ ...calls, network }, signal)),
    );
    return lamports.map((value) => ({ value, symbol, decimals }));
  }

  /** What a transfer costs at each speed. @throws LatchkeyError as {@link prepareTransfer} */
  async estimateFees(
    { transaction: request, network }: { readonly transaction: TransactionRequest; readonly network: Network },
    signal: AbortSignal,
  ): Promise<readonly FeeQuote[]> {
    const plan = await this.#plan({ request, network, legacy: false }, signal);
    plan.build('slow');
    return SPEEDS.map((speed) => plan.quote(speed));
  }

  /**
   * Builds a transfer that a node has rehearsed.
   * @throws LatchkeyError `address/…`, `send/…`, `network/…`, `chain/unsupported`, `config/dependency-missing`
   */
  async prepareTransfer(request: TransferRequest, signal: AbortSignal): Promise<PreparedTransfer> {
    const plan = await this.#plan(request, signal);
    return { transaction: plan.build(request.request.speed ?? 'normal'), lastValidBlockHeight: plan.lastValidBlockHeight };
  }

  /**
   * Broadcasts a signed transaction; resolves with its signature. The same bytes are the same transaction, however many nodes
   * get them.
   * @throws LatchkeyError `send/expired`, `send/refused`, `network/…`: nothing was sent; `network/unknown-outcome` when a node that got
   * it did not answer
   */
  async broadcast({ transaction, network, options, life }: Broadcast, signal: AbortSignal): Promise<string> {
    const chainId = network.caipNetworkId;
    const read = readSolanaTransaction(transaction);
    const hash = read === null ? null : solanaTransactionId(read);
    if (hash === null) throw new LatchkeyError('send/refused', { chainId, reason: 'the payer of the fee has not signed' });
    signal.throwIfAborted();
    this.remember(hash, life);
    const settings = { preflightCommitment: 'confirmed', ...options, encoding: 'base64' };
    let nodes = 0;
    const sent = (): void => {
      nodes += 1;
    };
    // From here on it may be out: who leaves does not take it back.
    const patient = new AbortController().signal;
    try {
      const params = [base64.encode(transaction), settings];
      await this.#rpc.ask({ network, method: 'sendTransaction', params, read: String, sent }, patient);
    } catch (error) {
      const isRefused = error instanceof SolanaNodeError;
      if (isRefused && isAlreadyProcessed(error)) return hash;
      // A node before may have passed it on without saying so: then what the next one says of it proves nothing.
      if (nodes > (isRefused ? 1 : 0)) throw new LatchkeyError('network/unknown-outcome', { chainId, hash }, { cause: error });
      throw isRefused ? toBroadcastError(error, chainId) : error;
    }
    return hash;
  }

  /** Keeps how long a transaction can be carried out. */
  remember(hash: string, life: TransactionLife): void {
    this.#lives.set(hash, life);
    const [oldest] = this.#lives.keys();
    if (this.#lives.size > MOST_REMEMBERED && oldest !== undefined) this.#lives.delete(oldest);
  }

  /** Follows a transaction to its end. @throws LatchkeyError as `followSignature` says */
  async follow(
    { hash, network, trace = '' }: FollowRequest,
    say: (progress: TransactionProgress) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const ask = this.#asking(network, signal);
    const notices = new SignatureNotices({ hash, url: socketUrl(network), clock: this.#clock, signal });
    const end = (): void => notices.close();
    this.#life.signal.addEventListener('abort', end);
    try {
      await followSignature({ hash, network, life: this.#lives.get(hash) ?? readTrace(trace), ask, notices, clock: this.#clock }, say);
    } finally {
      this.#life.signal.removeEventListener('abort', end);
      notices.close();
    }
  }

  /** Ends every read and every socket. */
  dispose(): void {
    this.#life.abort();
    this.#rpc.dispose();
  }

  /** What plans comes with the first transfer: who only reads balances has no use for it. */
  async #plan(request: TransferRequest, signal: AbortSignal): Promise<TransferPlan> {
    const { planTransfer } = await loadPart('the planner of Solana transfers', () => import('./plan-transfer.js'));
    return planTransfer(request, this.#asking(request.network, signal));
  }

  #asking(network: Network, signal: AbortSignal): AskNodes {
    return (question) => this.#reading(network, question.method, () => this.#rpc.ask({ ...question, network }, signal));
  }

  /** What a node says against a question is a failure to read. */
  async #reading<T>({ caipNetworkId: chainId }: Network, method: string, ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (cause) {
      if (!(cause instanceof SolanaNodeError)) throw cause;
      throw new LatchkeyError('network/rpc-failed', { chainId, method }, { cause });
    }
  }
}
