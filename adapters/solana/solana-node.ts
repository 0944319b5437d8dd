import { base64 } from '@scure/base';
import type { FollowRequest, TransactionProgress } from '../../application/ports/chain.port.js';
import type { AssetBalance, Balances, FeeQuote } from '../../application/ports/chain-services.js';
import type { Clock } from '../../application/ports/clock.port.js';
import type { OnSendEvent } from '../../application/ports/send-event.js';
import type { TransactionRequest } from '../../application/ports/transaction-request.js';
import type { SolanaSendOptions } from '../../application/ports/wallet-calls.js';
import { loadChunk } from '../../application/shared/load-chunk.js';
import { isSolanaAddress } from '../../domain/account/solana-address.js';
import { readSolanaTransaction, solanaTransactionId } from '../../domain/account/solana-transaction.js';
import type { NativeBalance } from '../../domain/connection/connection-state.js';
import { sanitizeName } from '../../domain/connection/connector-label.js';
import { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { Network } from '../../domain/network/network.js';
import type { FeeSpeed } from '../../domain/send/fee-speed.js';
import type { Simulation } from '../../domain/send/simulation.js';
import { type AssetBalancesRequest, readBalances, readLamports } from './asset-balances.js';
import { followSignature, readTrace, type TransactionLifetime, writeTrace } from './follow-signature.js';
import { amountSchema } from './parse-json.js';
import type { TransferPlan, TransferRequest } from './plan-transfer.js';
import { isAlreadyProcessed, toBroadcastError } from './send-errors.js';
import { SignatureSubscription } from './signature-subscription.js';
import { contextValue, type RpcRequestFn, SolanaNodeError, SolanaRpc } from './solana-rpc.js';
import type { UniqueLimits } from './unique-limits.js';

/** An unsigned transaction. */
export interface PreparedTransfer {
  readonly transaction: Uint8Array;
  readonly lastValidBlockHeight: bigint;
}

/** A signed transaction to broadcast. */
export interface BroadcastRequest {
  readonly transaction: Uint8Array;
  readonly network: Network;
  readonly options: SolanaSendOptions;
  readonly lifetime: TransactionLifetime;
}

/** Number of transaction lifetimes kept, newest first. */
const MAX_REMEMBERED = 100;

const SPEEDS: readonly FeeSpeed[] = ['slow', 'normal', 'fast'];

/** WebSocket URL: the network's own, else derived from the HTTP URL. */
const socketUrl = ({ rpcUrls: { default: urls } }: Network): string | null =>
  urls.webSocket?.[0] ?? urls.http[0]?.replace(/^http/, 'ws') ?? null;

/** Reads from Solana nodes, builds transfers and broadcasts them. */
export class SolanaNode {
  readonly #clock: Clock;
  readonly #limits: UniqueLimits;
  readonly #rpc: SolanaRpc;
  /** By signature: how long a transaction sent by this app stays valid. */
  readonly #lifetimes = new Map<string, TransactionLifetime>();
  readonly #controller = new AbortController();

  constructor(clock: Clock, limits: UniqueLimits) {
    this.#clock = clock;
    this.#limits = limits;
    this.#rpc = new SolanaRpc(clock);
  }

  /** Lamports of an address. @throws LatchkeyError `address/invalid`, `network/…` */
  async getBalance(
    { address, network }: { readonly address: string; readonly network: Network },
    signal: AbortSignal,
  ): Promise<NativeBalance> {
    if (!isSolanaAddress(address)) throw new LatchkeyError('address/invalid', { value: address, namespace: 'solana' });
    const read = (result: unknown): bigint => contextValue(amountSchema, result);
    const value = await this.#rpcRequestFn(network, signal)({ method: 'getBalance', params: [address, { commitment: 'confirmed' }], read });
    return { value, symbol: network.nativeCurrency.symbol, decimals: network.nativeCurrency.decimals };
  }

  /** Asset balances, in one request. @throws LatchkeyError `address/invalid`, `network/…` */
  async getAssetBalances(request: AssetBalancesRequest, signal: AbortSignal): Promise<readonly AssetBalance[]> {
    return request.assets.length === 0 ? [] : (await this.getBalances(request, signal)).assets;
  }

  /** Lamports and asset balances of an address, in one request. @throws LatchkeyError `address/invalid`, `network/…` */
  async getBalances(request: AssetBalancesRequest, signal: AbortSignal): Promise<Balances> {
    const { address, network } = request;
    if (!isSolanaAddress(address)) throw new LatchkeyError('address/invalid', { value: address, namespace: 'solana' });
    return readBalances(request, (calls) =>
      this.#withReadErrors(network, 'getMultipleAccounts', () => this.#rpc.requestBatch({ ...calls, network }, signal)),
    );
  }

  /** Lamports of several addresses, in their order, in one request. @throws LatchkeyError `address/invalid`, `network/…` */
  async getCoinBalances(
    { addresses, network }: { readonly addresses: readonly string[]; readonly network: Network },
    signal: AbortSignal,
  ): Promise<readonly NativeBalance[]> {
    const invalid = addresses.find((address) => !isSolanaAddress(address));
    if (invalid !== undefined) throw new LatchkeyError('address/invalid', { value: invalid, namespace: 'solana' });
    const { symbol, decimals } = network.nativeCurrency;
    const lamports = await readLamports(addresses, (calls) =>
      this.#withReadErrors(network, 'getMultipleAccounts', () => this.#rpc.requestBatch({ ...calls, network }, signal)),
    );
    return lamports.map((value) => ({ value, symbol, decimals }));
  }

  /** The cost of a transfer at each speed. @throws LatchkeyError as {@link prepareTransfer} */
  async estimateFees(
    { transaction: request, network }: { readonly transaction: TransactionRequest; readonly network: Network },
    signal: AbortSignal,
  ): Promise<readonly FeeQuote[]> {
    // A quote says what the fee is, whatever was accepted before.
    const { maxFee: _accepted, ...quoted } = request;
    const plan = await this.#plan({ request: quoted, network, legacy: false }, signal);
    plan.build('slow');
    return SPEEDS.map((speed) => plan.quote(speed));
  }

  /** Balance changes that a node expects of a transfer; `null` if it does not return balances. @throws LatchkeyError as {@link prepareTransfer} */
  async simulate(
    { transaction: request, network }: { readonly transaction: TransactionRequest; readonly network: Network },
    signal: AbortSignal,
  ): Promise<Simulation | null> {
    const { maxFee: _accepted, ...simulated } = request;
    try {
      const { changes } = await this.#plan({ request: simulated, network, legacy: false }, signal);
      return changes === null ? null : { status: 'done', changes };
    } catch (error) {
      if (isLatchkeyError(error, 'send/refused')) return { status: 'reverted', reason: sanitizeName(error.context.reason) };
      throw error;
    }
  }

  /**
   * Builds a transfer that a node has simulated.
   * @throws LatchkeyError `address/…`, `send/…`, `network/…`, `chain/unsupported`, `config/dependency-missing`
   */
  async prepareTransfer(request: TransferRequest, signal: AbortSignal): Promise<PreparedTransfer> {
    const plan = await this.#plan(request, signal);
    const { from, speed = 'normal' } = request.request;
    const limit = await this.#limits.reserve(from, plan.blockhash, plan.computeUnits, signal);
    return { transaction: plan.build(speed, limit), lastValidBlockHeight: plan.lastValidBlockHeight };
  }

  /**
   * Broadcasts a signed transaction; resolves with its signature. Sending it to several nodes is safe: the same bytes are the same
   * transaction.
   * @throws LatchkeyError `send/expired`, `send/refused`, `network/…`: nothing was sent; `network/unknown-outcome` when a node received it
   * but did not respond
   */
  async broadcast(
    { transaction, network, options, lifetime }: BroadcastRequest,
    signal: AbortSignal,
    onEvent: OnSendEvent = () => undefined,
  ): Promise<string> {
    const chainId = network.caipNetworkId;
    const parsed = readSolanaTransaction(transaction);
    const hash = parsed === null ? null : solanaTransactionId(parsed);
    if (hash === null) throw new LatchkeyError('send/refused', { chainId, reason: 'the fee payer has not signed' });
    signal.throwIfAborted();
    onEvent({ type: 'broadcast', hash, trace: this.remember(hash, lifetime) });
    const settings = { preflightCommitment: 'confirmed', ...options, encoding: 'base64' };
    let sentCount = 0;
    const onSend = (): void => {
      sentCount += 1;
    };
    // From here on it may be broadcast: an abort cannot undo that.
    const neverAborted = new AbortController().signal;
    try {
      const params = [base64.encode(transaction), settings];
      await this.#rpc.request({ network, method: 'sendTransaction', params, read: String, onSend }, neverAborted);
    } catch (error) {
      const isRefused = error instanceof SolanaNodeError;
      if (isRefused && isAlreadyProcessed(error)) return hash;
      // An earlier node may have forwarded it without responding: then the rejection by the next one proves nothing.
      if (sentCount > (isRefused ? 1 : 0)) throw new LatchkeyError('network/unknown-outcome', { chainId, hash }, { cause: error });
      onEvent({ type: 'refused', hash });
      throw isRefused ? toBroadcastError(error, chainId) : error;
    }
    return hash;
  }

  /** Milliseconds since 1970. */
  now(): number {
    return this.#clock.now();
  }

  /** Stores how long a transaction stays valid; returns its trace. */
  remember(hash: string, lifetime: TransactionLifetime): string {
    this.#lifetimes.set(hash, lifetime);
    const [oldest] = this.#lifetimes.keys();
    if (this.#lifetimes.size > MAX_REMEMBERED && oldest !== undefined) this.#lifetimes.delete(oldest);
    return writeTrace(lifetime);
  }

  /** Follows a transaction until it is finalized. @throws LatchkeyError as `followSignature` */
  async follow(
    { hash, network, trace = '' }: FollowRequest,
    emit: (progress: TransactionProgress) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const rpcRequest = this.#rpcRequestFn(network, signal);
    const subscription = new SignatureSubscription({ hash, url: socketUrl(network), clock: this.#clock, signal });
    const close = (): void => subscription.close();
    this.#controller.signal.addEventListener('abort', close);
    try {
      await followSignature(
        { hash, network, lifetime: this.#lifetimes.get(hash) ?? readTrace(trace), rpcRequest, subscription, clock: this.#clock },
        emit,
      );
    } finally {
      this.#controller.signal.removeEventListener('abort', close);
      subscription.close();
    }
  }

  /** Aborts every pending read and closes every socket. */
  dispose(): void {
    this.#controller.abort();
    this.#rpc.dispose();
  }

  /** Loaded with the first transfer: reading balances does not need it. */
  async #plan(request: TransferRequest, signal: AbortSignal): Promise<TransferPlan> {
    const { planTransfer } = await loadChunk('the Solana transfer planner', () => import('./plan-transfer.js'));
    return planTransfer(request, this.#rpcRequestFn(request.network, signal));
  }

  #rpcRequestFn(network: Network, signal: AbortSignal): RpcRequestFn {
    return (request) => this.#withReadErrors(network, request.method, () => this.#rpc.request({ ...request, network }, signal));
  }

  /** Maps node errors to `network/rpc-failed`. */
  async #withReadErrors<T>({ caipNetworkId: chainId }: Network, method: string, run: () => Promise<T>): Promise<T> {
    try {
      return await run();
    } catch (cause) {
      if (!(cause instanceof SolanaNodeError)) throw cause;
      throw new LatchkeyError('network/rpc-failed', { chainId, method }, { cause });
    }
  }
}
