import { lastValueFrom, type Observable, tap } from 'rxjs';
import { type AccountId, addressOf, chainIdOf } from '../../domain/caip/caip-10.js';
import { networkOf } from '../../domain/connection/connection-views.js';
import { readErrorCode, UPGRADE_REJECTED_CODE } from '../../domain/errors/chain-error-codes.js';
import { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { formatTransactionAmount } from '../../domain/money/format-amount.js';
import type { SwapSummary } from '../../domain/send/sent-purpose.js';
import { supportsBatch } from '../../domain/send/supports-batch.js';
import { approvalCall, checkSimulatedSwap, resetCall, resetsAllowance, type SwapCall, swapCall } from '../../domain/swap/check-swap.js';
import type { SwapToken } from '../../domain/swap/parse-swap.js';
import { remainingSlippage } from '../../domain/swap/swap-figures.js';
import type { SwapFormState } from '../../domain/swap/swap-form-state.js';
import { tokenAddress } from '../../domain/tokens/token-address.js';
import type { TokenPoll } from '../balances/token.poll.js';
import { activeAccount } from '../connect/active-account.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { BlockchainApi, BlockchainApiError } from '../ports/blockchain-api.port.js';
import type { Chains } from '../ports/chain.port.js';
import type { Clock } from '../ports/clock.port.js';
import type { SendTransaction, SendTransactionError, SendTransactionState } from '../send/send-transaction.use-case.js';
import type { SentTransactions } from '../send/sent-transactions.js';
import { whileActive } from '../send/while-active.js';
import { throwOnAbort } from '../shared/aborted.js';
import { pause } from '../shared/pause.js';
import { type Run, runUseCase } from '../shared/run-use-case.js';
import type { ErrorOf, UseCaseState } from '../shared/use-case-state.js';
import { waitForTransaction } from '../shared/wait-for-transaction.js';
import type { SwapForm } from './swap-form.js';
import type { SwapQuotes } from './swap-quotes.js';
import type { WatchSwap } from './watch-swap.use-case.js';

/** Error codes of the use case `submitSwap`. */
export type SubmitSwapError =
  | SendTransactionError
  | BlockchainApiError
  | 'network/transaction-partly-reverted'
  | 'swap/incomplete'
  | 'swap/no-quote'
  | 'swap/price-moved'
  | 'swap/allowance-failed'
  | 'swap/allowance-too-low'
  | 'swap/approval-build-failed'
  | 'swap/build-failed'
  | 'swap/unexpected-transaction';

/** A swap that is in a block. */
export interface Swapped {
  /** Transaction hash, or the wallet's id of the batch of approval and swap. */
  readonly hash: string;
  readonly blockNumber: bigint;
}

/**
 * `working` while quote and transactions are read; `approve-allowance`, then `wait-for-allowance` with the hash of the approval, if the exchange may
 * not take the token yet; then the steps of `sendTransaction`. A wallet that supports batches approves both at once, in `approve-in-wallet`.
 */
export type SubmitSwapState = UseCaseState<
  'working' | 'approve-allowance' | 'wait-for-allowance' | Extract<SendTransactionState, { readonly status: 'pending' }>['step'],
  Swapped,
  SubmitSwapError
>;

type SwapStep = Extract<SubmitSwapState, { readonly status: 'pending' }>['step'];
type SwapRun = Run<SwapStep>;

/** Figures of a swap that the user has seen. */
export interface ReviewedSwap {
  /** The least that the swap may give, in base units of the target. */
  readonly minimum: bigint;
}

/** Dependencies of {@link SubmitSwap}. */
export interface SubmitSwapDeps {
  readonly form: Pick<SwapForm, 'current' | 'dispatch'>;
  readonly quotes: Pick<SwapQuotes, 'refresh'>;
  readonly swap: Pick<WatchSwap, 'current'>;
  readonly api: Pick<BlockchainApi, 'swapQuotes' | 'allowance' | 'buildSwap' | 'buildApproval'>;
  readonly sendTransaction: Pick<SendTransaction, 'execute'>;
  readonly sent: SentTransactions;
  readonly tokens: Pick<TokenPoll, 'refresh'>;
  readonly connections: ConnectionStore;
  readonly chains: Chains;
  readonly clock: Clock;
}

/** The service reads the chain with some delay: times that an allowance is read after its approval, and the pause between them. */
const ALLOWANCE_READS = 5;
const ALLOWANCE_PAUSE_MS = 1_000;
/** Slippage is counted in hundredths of a percent. */
const BPS_PER_PERCENT = 100;

/** The swap that the user has reviewed. */
interface Order {
  readonly account: AccountId;
  readonly source: SwapToken;
  readonly target: SwapToken;
  /** Base units of the source. */
  readonly sent: bigint;
  /** Base units of the target. */
  readonly minimum: bigint;
  readonly slippageBps: number;
  readonly isUnlimited: boolean;
  readonly gasPrice: bigint | null;
  readonly summary: SwapSummary;
  /** The form, as it was reviewed. */
  readonly form: SwapFormState;
}

/**
 * Swaps what the user has entered and reviewed: reads the allowance of the exchange, has the missing one approved, waits for it, and swaps. The user gets
 * at least the reviewed minimum: if the price has moved further, nothing is sent, and the new figures have to be reviewed. Both transactions are
 * sent as one batch if the wallet supports it (EIP-5792). What the service builds is checked before the wallet gets it, and simulated if a node can. A run after a failure continues
 * where the chain is: an approval that is there is not requested again.
 */
export class SubmitSwap {
  readonly #deps: SubmitSwapDeps;

  constructor(deps: SubmitSwapDeps) {
    this.#deps = deps;
  }

  /** @param reviewed figures that the user has seen. Default: those of the newest quote */
  execute(reviewed?: ReviewedSwap): Observable<SubmitSwapState> {
    return runUseCase('working', async (run) => {
      try {
        return await this.#swap(this.#order(reviewed), run);
      } catch (error) {
        // The user reviews what is true now.
        if (isLatchkeyError(error)) this.#deps.quotes.refresh();
        throw error;
      }
    });
  }

  #order(reviewed: ReviewedSwap | undefined): Order {
    const { source, target, sent, minimum, received, slippageBps, isUnlimited, fault, gasPrice } = this.#deps.swap.current();
    if (fault !== null || source === null || target === null || sent === null || minimum === null || received === null)
      throw new LatchkeyError('swap/incomplete', {});
    const { account } = activeAccount(this.#deps.connections, 'eip155');
    if (chainIdOf(account) !== source.chainId) throw new LatchkeyError('swap/incomplete', {});
    const summary = {
      fromToken: source.symbol,
      toToken: target.symbol,
      fromAmount: formatTransactionAmount(sent, source.decimals),
      toAmount: formatTransactionAmount(received, target.decimals),
    };
    const { current: form } = this.#deps.form;
    return { account, source, target, sent, minimum: reviewed?.minimum ?? minimum, slippageBps, isUnlimited, gasPrice, summary, form };
  }

  async #swap(order: Order, run: SwapRun): Promise<Swapped> {
    const swap = await this.#buildSwap(order, run.signal);
    if (order.source.asset === null) return this.#sendSwap(order, swap, run);
    const allowance = await this.#readAllowance(order, run.signal);
    if (allowance >= order.sent) return this.#sendSwap(order, swap, run);
    const approval = await this.#buildApproval(order, swap.to, run.signal);
    const approvals = allowance > 0n && resetsAllowance(order.source) ? [resetCall(approval), approval] : [approval];
    if (await this.#canBatch(order, run.signal)) {
      const batched = await this.#sendBatch(order, [...approvals, swap], run);
      if (batched !== null) return batched;
    }
    for (const call of approvals) await this.#sendApproval(order, call, run);
    run.step('working');
    await this.#waitForAllowance(order, run.signal);
    // The price may have moved while the user approved.
    return this.#sendSwap(order, await this.#buildSwap(order, run.signal, swap.to), run);
  }

  /**
   * Builds the swap by the newest quote, so that it gives the reviewed minimum or fails in the chain.
   * @param exchange contract that was approved for it
   */
  async #buildSwap(order: Order, signal: AbortSignal, exchange: string | null = null): Promise<SwapCall> {
    const { api } = this.#deps;
    const { account, source, sent, minimum, slippageBps, gasPrice } = order;
    const pair = pairOf(order);
    const [best] = await api.swapQuotes({ ...pair, amount: sent, gasPrice }, signal);
    if (best === undefined) throw new LatchkeyError('swap/no-quote', {});
    const slippage = remainingSlippage(best.toAmount, minimum, slippageBps);
    if (slippage === null) throw new LatchkeyError('swap/price-moved', { expected: String(minimum), received: String(best.toAmount) });
    const built = await api
      .buildSwap({ ...pair, amount: sent, slippagePercent: slippage / BPS_PER_PERCENT }, signal)
      .catch(failWith('swap/build-failed', source, signal));
    return swapCall(built, { ...order, account: addressOf(account), exchange });
  }

  async #buildApproval(order: Order, exchange: string, signal: AbortSignal): Promise<SwapCall> {
    const { source, sent, isUnlimited } = order;
    const built = await this.#deps.api.buildApproval(pairOf(order), signal).catch(failWith('swap/approval-build-failed', source, signal));
    return approvalCall(built, { source, sent, isUnlimited, exchange });
  }

  #readAllowance(order: Order, signal: AbortSignal): Promise<bigint> {
    return this.#deps.api.allowance(pairOf(order), signal).catch(failWith('swap/allowance-failed', order.source, signal));
  }

  /** @throws LatchkeyError `swap/allowance-too-low` if the user allowed less */
  async #waitForAllowance(order: Order, signal: AbortSignal): Promise<void> {
    let allowance = 0n;
    for (let reads = 1; reads <= ALLOWANCE_READS; reads += 1) {
      if (reads > 1) await pause(ALLOWANCE_PAUSE_MS, this.#deps.clock, signal);
      allowance = await this.#readAllowance(order, signal);
      if (allowance >= order.sent) return;
    }
    throw new LatchkeyError('swap/allowance-too-low', { allowance: String(allowance), needed: String(order.sent) });
  }

  async #sendApproval(order: Order, call: SwapCall, { signal, step }: SwapRun): Promise<void> {
    step('approve-allowance');
    await this.#send(order, call, 'approval', signal, (pending, hash) => {
      const isBroadcast = pending === 'wait-for-block' || pending === 'wait-for-finality';
      if (pending === 'wait-for-other-payment') step(pending);
      else step(isBroadcast ? 'wait-for-allowance' : 'approve-allowance', hash);
    });
  }

  async #sendSwap(order: Order, call: SwapCall, { signal, step }: SwapRun): Promise<Swapped> {
    await this.#checkEffect(order, call, signal);
    step('approve-in-wallet');
    let isBroadcast = false;
    const swapped = await this.#send(order, call, 'swap', signal, (pending, hash) => {
      if (hash !== undefined && !isBroadcast) {
        isBroadcast = true;
        this.#onBroadcast(order);
      }
      step(pending, hash);
    });
    this.#refreshBalances();
    return swapped;
  }

  /** A node of the app, which need not trust the service, says what the swap does. */
  async #checkEffect(order: Order, { to, value, data }: SwapCall, signal: AbortSignal): Promise<void> {
    const { chains, connections } = this.#deps;
    const state = connections.state.namespaces.eip155;
    const simulate = chains.get('eip155')?.services?.simulate;
    if (simulate === undefined || state === undefined) return;
    const transaction = { from: order.account, to, value, data };
    // A node that fails to simulate does not stop a swap, like one that cannot: the wallet is still asked.
    const simulation = await simulate({ transaction, network: networkOf(state) }, signal).catch((error: unknown) => {
      signal.throwIfAborted();
      if (isLatchkeyError(error, 'network/rpc-failed') || isLatchkeyError(error, 'network/timeout')) return null;
      throw error;
    });
    checkSimulatedSwap(simulation, order);
  }

  #send(
    { account, summary }: Order,
    { to, value, data }: SwapCall,
    purpose: 'approval' | 'swap',
    signal: AbortSignal,
    onStep: (step: Extract<SendTransactionState, { readonly status: 'pending' }>['step'], hash?: string) => void,
  ): Promise<Swapped> {
    this.#requireAccount(account);
    const sending$ = this.#deps.sendTransaction.execute({ namespace: 'eip155', to, value, data, purpose, swap: summary });
    const watched$ = sending$.pipe(
      tap((state) => {
        if (state.status === 'pending') onStep(state.step, state.hash);
      }),
      throwOnAbort(signal),
    );
    return lastValueFrom(watched$).then((state) => {
      if (state.status === 'success') return state.data;
      // The last state of a run is an outcome.
      throw (state as { readonly error: ErrorOf<SendTransactionError> }).error;
    });
  }

  async #canBatch({ account }: Order, signal: AbortSignal): Promise<boolean> {
    const calls = this.#deps.connections.sessionOf('eip155')?.calls?.eip155;
    if (calls === undefined) return false;
    const chainId = chainIdOf(account);
    return supportsBatch((await calls.getCapabilities({ account, chainIds: [chainId] }, signal))[chainId]);
  }

  /** Sends approval and swap as one. `null`: the wallet has no batches after all, or the user wants none, and nothing was sent. */
  async #sendBatch(order: Order, calls: readonly SwapCall[], { signal, step }: SwapRun): Promise<Swapped | null> {
    const { account, summary } = order;
    const { sent, connections } = this.#deps;
    this.#requireAccount(account);
    const { session } = activeAccount(connections, 'eip155');
    const batches = session.calls?.eip155;
    if (batches === undefined) return null;
    const chainId = chainIdOf(account);
    const isSmartAccount = connections.state.namespaces.eip155?.session?.accounts[0].type === 'smartAccount';
    const transaction = { namespace: 'eip155', chainId, account, kind: 'calls', purpose: 'swap', swap: summary, isSmartAccount } as const;
    step('approve-in-wallet');
    const trackFailure = sent.trackOpaque(transaction);
    const sending = sent.requestOpaque(transaction, (isWaiting) => step(isWaiting ? 'wait-for-other-payment' : 'approve-in-wallet'));
    try {
      const hash = await whileActive(connections, 'eip155', signal, async (requestSignal) => {
        const { id } = await batches.sendCalls({ from: account, calls }, requestSignal, sending.onEvent);
        return id;
      }).catch((error: unknown) => {
        if (isLatchkeyError(error, 'wallet/unsupported-method') || isUpgradeDeclined(error)) return null;
        return sending.hashAfter(error) ?? trackFailure(error);
      });
      if (hash === null) return null;
      const progress$ = sending.addBroadcast(hash);
      this.#onBroadcast(order);
      step('wait-for-block', hash);
      const { blockNumber } = await waitForTransaction(progress$, { chainId, hash }, signal);
      return { hash, blockNumber };
    } finally {
      this.#refreshBalances();
    }
  }

  /** Clears the amount, unless the user has begun another swap meanwhile. */
  #onBroadcast({ form: { source, target, amount, isMax } }: Order): void {
    const { form } = this.#deps;
    const { current } = form;
    const isSame = current.source === source && current.target === target && current.amount === amount && current.isMax === isMax;
    if (isSame) form.dispatch({ type: 'swapped' });
  }

  #refreshBalances(): void {
    this.#deps.tokens.refresh('eip155');
  }

  /** @throws LatchkeyError `request/cancelled` if another account or network is active now */
  #requireAccount(account: AccountId): void {
    if (activeAccount(this.#deps.connections, 'eip155').account !== account) throw new LatchkeyError('request/cancelled', {});
  }
}

const isUpgradeDeclined = (error: unknown): boolean =>
  isLatchkeyError(error, 'wallet/rejected') && readErrorCode(error) === UPGRADE_REJECTED_CODE;

const pairOf = ({ account, source, target }: Order) => ({
  account,
  from: tokenAddress(source.chainId, source.asset),
  to: tokenAddress(target.chainId, target.asset),
});

/** Names the step that a service failed. Networks without swaps keep their own error. */
const failWith =
  (code: 'swap/allowance-failed' | 'swap/approval-build-failed' | 'swap/build-failed', { chainId }: SwapToken, signal: AbortSignal) =>
  (cause: unknown): never => {
    signal.throwIfAborted();
    if (!isLatchkeyError(cause) || isLatchkeyError(cause, 'swap/network-unsupported')) throw cause;
    throw new LatchkeyError(code, { chainId }, { cause });
  };
