import type { ApiPromise, SubmittableResult } from '@polkadot/api';
import type { SubmittableExtrinsic } from '@polkadot/api/types';
import type { Observable } from 'rxjs';
import type { FollowRequest, TransactionProgress } from '../../../application/ports/chain.port.js';
import type { BalanceBreakdown, FeeQuote } from '../../../application/ports/chain-services.js';
import type { Clock } from '../../../application/ports/clock.port.js';
import type { OnSendEvent } from '../../../application/ports/send-event.js';
import type { Storage } from '../../../application/ports/storage.port.js';
import type { TransactionRequest } from '../../../application/ports/transaction-request.js';
import { fromAbortable } from '../../../application/shared/from-abortable.js';
import { decodeSs58 } from '../../../domain/account/ss58-address.js';
import { decodeRecipient } from '../../../domain/account/ss58-network.js';
import { addressOf } from '../../../domain/caip/caip-10.js';
import type { NativeBalance } from '../../../domain/connection/connection-state.js';
import { LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import type { Network } from '../../../domain/network/network.js';
import { checkFee } from '../../../domain/send/check-fee.js';
import { checkAmountRange } from '../../../domain/send/max-amount.js';
import { accountKey } from '../account-key.js';
import { UniqueEras } from '../unique-eras.js';
import { type AccountState, readAccount, readAccounts } from './account-state.js';
import { ExtrinsicFollower, type ExtrinsicLifetime, readTrace, writeTrace } from './follow-extrinsic.js';
import type { AppRpcUrls } from './node-urls.js';
import { PolkadotNodes } from './polkadot-nodes.js';
import { checkReviewedCall } from './reviewed-call.js';
import { type SignPayload, signExtrinsic } from './sign-extrinsic.js';

type Extrinsic = SubmittableExtrinsic<'promise', SubmittableResult>;

/** A native coin in CAIP-19. @see https://github.com/satoshilabs/slips/blob/master/slip-0044.md */
const NATIVE_COIN = /\/slip44:\d+$/;
/** Number of extrinsic lifetimes kept, newest first. */
const MAX_REMEMBERED = 100;

export interface PolkadotReaderDeps {
  readonly clock: Clock;
  /** Shared by all tabs of the site. */
  readonly storage: Storage;
  /** The app's own RPC URLs, used before those of a network. Default: none. */
  readonly appRpcUrls?: AppRpcUrls | undefined;
}

/** A transfer to sign and broadcast. */
export interface SendExtrinsicOptions {
  readonly request: TransactionRequest;
  readonly network: Network;
  readonly sign: SignPayload;
  readonly onEvent?: OnSendEvent | undefined;
}

interface Transfer {
  readonly extrinsic: Extrinsic;
  readonly fee: bigint;
  /** Spendable balance of the sender. */
  readonly transferable: bigint;
}

/** Reads from Polkadot nodes, and builds, broadcasts and follows transfers. */
export class PolkadotReader {
  readonly #clock: Clock;
  readonly #nodes: PolkadotNodes;
  readonly #eras: UniqueEras;
  /** Lifetimes of extrinsics sent by this app, by hash. */
  readonly #lifetimes = new Map<string, ExtrinsicLifetime>();

  constructor({ clock, storage, appRpcUrls }: PolkadotReaderDeps) {
    this.#clock = clock;
    this.#eras = new UniqueEras(storage);
    this.#nodes = new PolkadotNodes(clock, appRpcUrls);
  }

  /**
   * Spendable balance in planck: free balance less the frozen balance that exceeds the reserved one.
   * @throws LatchkeyError `address/invalid`, `address/checksum-failed`, `network/…`
   */
  async getBalance(request: { readonly address: string; readonly network: Network }, signal: AbortSignal): Promise<NativeBalance> {
    const { transferable } = await this.getBalanceBreakdown(request, signal);
    const { symbol, decimals } = request.network.nativeCurrency;
    return { value: transferable, symbol, decimals };
  }

  /** Spendable balances of several accounts, in their order, in one request. @throws LatchkeyError as {@link getBalance} */
  async getCoinBalances(
    { addresses, network }: { readonly addresses: readonly string[]; readonly network: Network },
    signal: AbortSignal,
  ): Promise<readonly NativeBalance[]> {
    for (const address of addresses) decodeSs58(address);
    const accounts = await this.#nodes.read(network, 'state_queryStorageAt', signal, (api) => readAccounts(api, addresses));
    const { symbol, decimals } = network.nativeCurrency;
    return accounts.map(({ transferable }) => ({ value: transferable, symbol, decimals }));
  }

  /** Balance components of an account. @throws LatchkeyError as {@link getBalance} */
  async getBalanceBreakdown(
    { address, network }: { readonly address: string; readonly network: Network },
    signal: AbortSignal,
  ): Promise<BalanceBreakdown> {
    decodeSs58(address);
    const account = await this.#nodes.read(network, 'state_getStorage', signal, (api) => readAccount(api, address));
    const { free, reserved, frozen, transferable, existentialDeposit } = account;
    return { free, reserved, frozen, transferable, existentialDeposit };
  }

  /** Estimates the cost of a transfer. @throws LatchkeyError `send/…`, `address/…`, `network/…` */
  async estimateFees(
    { transaction, network }: { readonly transaction: TransactionRequest; readonly network: Network },
    signal: AbortSignal,
  ): Promise<readonly FeeQuote[]> {
    const { fee } = await this.#nodes.read(network, 'payment_queryInfo', signal, (api) => buildTransfer(api, transaction, network));
    return [{ speed: 'normal', fee, maxFee: fee, rate: { type: 'polkadot', partialFee: fee, tip: 0n } }];
  }

  /**
   * Builds a transfer, requests a signature and broadcasts it; resolves with the hash. After sending, it fails only on a node's explicit
   * rejection.
   * @throws LatchkeyError `send/…`, `address/…`, `network/…` and errors of `sign`; `network/unknown-outcome` when a node received it but
   * did not respond
   */
  async send({ request, network, sign, onEvent }: SendExtrinsicOptions, signal: AbortSignal): Promise<string> {
    const chainId = network.caipNetworkId;
    await this.#nodes.refreshRuntime(network, signal);
    const transfer = await this.#nodes.read(network, 'payment_queryInfo', signal, (api) => buildTransfer(api, request, network));
    const amount = request.all === true ? transfer.transferable - transfer.fee : request.value;
    checkFee({ namespace: 'polkadot', chainId, fee: transfer.fee, amount, maxFee: request.maxFee });
    const account = accountKey(request.from);
    const refused = (): LatchkeyError =>
      new LatchkeyError('send/refused', { chainId, reason: 'it is the same transaction as an earlier one until the next block' });
    const signed = await signExtrinsic({
      from: addressOf(request.from),
      periodAt: (start) => {
        const period = this.#eras.findPeriod(account, start);
        if (period === null) throw refused();
        return period;
      },
      read: (method, read) => this.#nodes.read(network, method, signal, read),
      method: transfer.extrinsic.method.toHex(),
      sign: async (payload) => {
        const requested = { chainId, to: request.to, reviewed: request.reviewed };
        const check = async (api: ApiPromise): Promise<void> => checkReviewedCall(api, payload['method'], requested);
        await this.#nodes.read(network, 'state_getMetadata', signal, check);
        return sign(payload);
      },
    });
    signal.throwIfAborted();
    // A wallet that sets the era itself may return an earlier extrinsic.
    if (!this.#eras.add(account, { hash: signed.hash, ...signed.era })) throw refused();
    this.#remember(signed.hash, signed.lifetime);
    onEvent?.({ type: 'broadcast', hash: signed.hash, trace: writeTrace(signed.lifetime) });
    // From here on it may be broadcast: an abort cannot undo that.
    const neverAborted = new AbortController().signal;
    let sentCount = 0;
    let refusal: LatchkeyError | null = null;
    try {
      await this.#nodes.read(network, 'author_submitExtrinsic', neverAborted, async (api) => {
        sentCount += 1;
        try {
          await api.rpc.author.submitExtrinsic(signed.bytes);
        } catch (error) {
          const outcome = readSubmitError(error, { chainId, fee: transfer.fee, balance: transfer.transferable });
          // A node that did not respond may have accepted it; the next node shows that.
          if (outcome === 'no-response') throw error;
          refusal = outcome === 'already-imported' ? null : outcome;
          if (refusal !== null) throw refusal;
        }
      });
    } catch (cause) {
      // An earlier node may have accepted it without responding: then the rejection by the next one proves nothing.
      if (sentCount > (cause === refusal ? 1 : 0))
        throw new LatchkeyError('network/unknown-outcome', { chainId, hash: signed.hash }, { cause });
      onEvent?.({ type: 'refused', hash: signed.hash });
      throw cause;
    }
    return signed.hash;
  }

  /** Follows an extrinsic until it is finalized, as documented in `Chain.followTransaction`. */
  follow({ hash, network, trace = '' }: FollowRequest): Observable<TransactionProgress> {
    return fromAbortable((signal, emit) => {
      const follower = new ExtrinsicFollower({
        hash,
        chainId: network.caipNetworkId,
        lifetime: this.#lifetimes.get(hash) ?? readTrace(trace),
        clock: this.#clock,
        read: (method, read) => this.#nodes.read(network, method, signal, read),
      });
      return follower.follow(emit, signal);
    });
  }

  /** Aborts every pending read and closes every connection. */
  dispose(): void {
    this.#nodes.dispose();
  }

  #remember(hash: string, lifetime: ExtrinsicLifetime): void {
    this.#lifetimes.set(hash, lifetime);
    const [oldest] = this.#lifetimes.keys();
    if (this.#lifetimes.size > MAX_REMEMBERED && oldest !== undefined) this.#lifetimes.delete(oldest);
  }
}

/** Builds and validates a transfer. */
const buildTransfer = async (api: ApiPromise, request: TransactionRequest, network: Network): Promise<Transfer> => {
  const { to, from, value, all = false, asset, data } = request;
  const chainId = network.caipNetworkId;
  if (data !== undefined || (asset !== undefined && !NATIVE_COIN.test(asset))) throw new LatchkeyError('chain/unsupported', { chainId });
  if (!all && value <= 0n) throw new LatchkeyError('send/invalid-amount', { value: value.toString() });
  if (!all) checkAmountRange('polkadot', value);
  const recipientId = decodeRecipient(to, network);
  const balances = api.tx['balances'];
  const extrinsic = all ? balances?.['transferAll']?.(recipientId, false) : balances?.['transferKeepAlive']?.(recipientId, value);
  if (extrinsic === undefined) throw new LatchkeyError('chain/unsupported', { chainId });
  const sender = addressOf(from);
  const [account, recipient, info] = await Promise.all([readAccount(api, sender), readAccount(api, to), extrinsic.paymentInfo(sender)]);
  const fee = info.partialFee.toBigInt();
  checkTransfer({ chainId, request, fee, sender: account, recipient });
  return { extrinsic, fee, transferable: account.transferable };
};

/** Data to validate a transfer, in planck. */
interface TransferContext {
  readonly chainId: string;
  readonly request: TransactionRequest;
  readonly fee: bigint;
  readonly sender: AccountState;
  readonly recipient: AccountState;
}

/**
 * Validates a transfer before signing, by the rules of the chain.
 * @throws LatchkeyError `send/above-balance`, `send/insufficient-fee-funds`, `send/existential-deposit`
 * @see https://docs.polkadot.com/polkadot-protocol/parachain-basics/accounts/#existential-deposit
 */
export const checkTransfer = ({ chainId, request: { value, all = false }, fee, sender, recipient }: TransferContext): void => {
  const { transferable, existentialDeposit } = sender;
  const minimum = existentialDeposit.toString();
  const cannotPay = new LatchkeyError('send/insufficient-fee-funds', { chainId, fee: fee.toString(), balance: transferable.toString() });
  if (!all && value > transferable) {
    const amounts = { value: value.toString(), balance: transferable.toString() };
    throw new LatchkeyError('send/above-balance', { chainId, asset: null, ...amounts });
  }
  const moved = all ? transferable - fee : value;
  if (moved <= 0n || moved + fee > transferable) throw cannotPay;
  // Only `all` may reap the sender's account.
  const isBelowMinimum = !sender.mustKeepAlive && sender.free - moved - fee < existentialDeposit;
  if (!all && isBelowMinimum) throw new LatchkeyError('send/existential-deposit', { chainId, account: 'sender', minimum });
  if (recipient.free + moved < existentialDeposit)
    throw new LatchkeyError('send/existential-deposit', { chainId, account: 'recipient', minimum });
};

type Refusal = 'send/nonce-too-low' | 'send/expired' | 'send/insufficient-fee-funds';

/**
 * Rejections of an extrinsic. Codes are always 1010 (invalid) or 1014 (lower priority for this nonce); the reason is only in the text, as a
 * description or the name of an `InvalidTransaction`.
 * @see https://paritytech.github.io/polkadot-sdk/master/sp_runtime/transaction_validity/enum.InvalidTransaction.html
 */
const REFUSALS: readonly (readonly [RegExp, Refusal])[] = [
  [/ancient ?birth/i, 'send/expired'],
  [/stale|outdated|^1014|priority is too low/i, 'send/nonce-too-low'],
  [/payment|inability to pay/i, 'send/insufficient-fee-funds'],
];

/**
 * The node already has the extrinsic: a repeated broadcast.
 * @see https://github.com/paritytech/polkadot-sdk/blob/master/substrate/client/rpc-api/src/author/error.rs
 */
const ALREADY_IMPORTED = /^1013\b|already imported/i;

/** A JSON-RPC error, as opposed to a lost connection. */
const JSON_RPC_ERROR = /^-?\d+:/;

/**
 * Classifies a broadcast error: a Latchkey error for a rejection, `already-imported` if the node already has the extrinsic, `no-response`
 * if the connection was lost.
 */
export const readSubmitError = (
  error: unknown,
  { chainId, fee, balance }: { readonly chainId: string; readonly fee: bigint; readonly balance: bigint },
): LatchkeyError | 'already-imported' | 'no-response' => {
  // Third-party code may throw anything.
  const message = error instanceof Error ? error.message : String(error);
  if (ALREADY_IMPORTED.test(message)) return 'already-imported';
  if (!JSON_RPC_ERROR.test(message)) return 'no-response';
  const code = REFUSALS.find(([pattern]) => pattern.test(message))?.[1];
  if (code === undefined) return new LatchkeyError('send/refused', { chainId, reason: message.slice(0, 200) }, { cause: error });
  return code === 'send/insufficient-fee-funds'
    ? new LatchkeyError(code, { chainId, fee: fee.toString(), balance: balance.toString() }, { cause: error })
    : new LatchkeyError(code, { chainId }, { cause: error });
};
