import type { ApiPromise, SubmittableResult } from '@polkadot/api';
import type { SubmittableExtrinsic } from '@polkadot/api/types';
import type { Observable } from 'rxjs';
import type { FollowRequest, TransactionProgress } from '../../../application/ports/chain.port.js';
import type { BalanceParts, FeeQuote } from '../../../application/ports/chain-services.js';
import type { Clock } from '../../../application/ports/clock.port.js';
import type { TransactionRequest } from '../../../application/ports/transaction-request.js';
import { fromAbortable } from '../../../application/shared/from-abortable.js';
import { decodeSs58 } from '../../../domain/account/ss58-address.js';
import { readRecipient } from '../../../domain/account/ss58-network.js';
import { addressOf } from '../../../domain/caip/caip-10.js';
import type { NativeBalance } from '../../../domain/connection/connection-state.js';
import { LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import type { Network } from '../../../domain/network/network.js';
import { type AccountState, readAccount, readAccounts } from './account-state.js';
import { ExtrinsicFollower, type ExtrinsicLife, readTrace } from './follow-extrinsic.js';
import type { HostNodes } from './node-urls.js';
import { PolkadotNodes } from './polkadot-nodes.js';
import { type SignPayload, signExtrinsic } from './sign-extrinsic.js';

type Extrinsic = SubmittableExtrinsic<'promise', SubmittableResult>;

/** A coin by its CAIP-19 name. @see https://github.com/satoshilabs/slips/blob/master/slip-0044.md */
const OWN_COIN = /\/slip44:\d+$/;
/** So many broadcast extrinsics are remembered. */
const REMEMBERED = 100;

interface Transfer {
  readonly extrinsic: Extrinsic;
  readonly fee: bigint;
  /** Of the sender. */
  readonly transferable: bigint;
}

/** Reads from Polkadot's nodes, and makes, broadcasts and follows transfers. */
export class PolkadotReader {
  readonly #clock: Clock;
  readonly #nodes: PolkadotNodes;
  /** Between which heights this page's extrinsics can be in a block, by their hash. */
  readonly #lives = new Map<string, ExtrinsicLife>();

  constructor(clock: Clock, hostNodes?: HostNodes) {
    this.#clock = clock;
    this.#nodes = new PolkadotNodes(clock, hostNodes);
  }

  /**
   * What can leave an account, in planck: free coins without those that are frozen beyond the reserved ones.
   * @throws LatchkeyError `address/invalid`, `address/checksum-failed`, `network/…`
   */
  async getBalance(request: { readonly address: string; readonly network: Network }, signal: AbortSignal): Promise<NativeBalance> {
    const { transferable } = await this.getBalanceParts(request, signal);
    const { symbol, decimals } = request.network.nativeCurrency;
    return { value: transferable, symbol, decimals };
  }

  /** What can leave each of some accounts, in their order, in one question. @throws LatchkeyError as {@link getBalance} */
  async getCoinBalances(
    { addresses, network }: { readonly addresses: readonly string[]; readonly network: Network },
    signal: AbortSignal,
  ): Promise<readonly NativeBalance[]> {
    for (const address of addresses) decodeSs58(address);
    const accounts = await this.#nodes.read(network, 'state_queryStorageAt', signal, (api) => readAccounts(api, addresses));
    const { symbol, decimals } = network.nativeCurrency;
    return accounts.map(({ transferable }) => ({ value: transferable, symbol, decimals }));
  }

  /** What an account's balance is made of. @throws LatchkeyError as {@link getBalance} */
  async getBalanceParts(
    { address, network }: { readonly address: string; readonly network: Network },
    signal: AbortSignal,
  ): Promise<BalanceParts> {
    decodeSs58(address);
    const account = await this.#nodes.read(network, 'state_getStorage', signal, (api) => readAccount(api, address));
    const { free, reserved, frozen, transferable, existentialDeposit } = account;
    return { free, reserved, frozen, transferable, existentialDeposit };
  }

  /** What a transfer costs. @throws LatchkeyError `send/…`, `address/…`, `network/…` */
  async estimateFees(
    { transaction, network }: { readonly transaction: TransactionRequest; readonly network: Network },
    signal: AbortSignal,
  ): Promise<readonly FeeQuote[]> {
    const { fee } = await this.#nodes.read(network, 'payment_queryInfo', signal, (api) => makeTransfer(api, transaction, network));
    return [{ speed: 'normal', fee, maxFee: fee, rate: { type: 'polkadot', partialFee: fee, tip: 0n } }];
  }

  /**
   * Makes a transfer, has it signed and broadcasts it; its hash. What left for the node is never called failed without its word.
   * @throws LatchkeyError `send/…`, `address/…`, `network/…` and what `sign` throws; `network/unknown-outcome` when a node that got it did not say whether it took it
   */
  async send(
    { request, network, sign }: { readonly request: TransactionRequest; readonly network: Network; readonly sign: SignPayload },
    signal: AbortSignal,
  ): Promise<string> {
    const chainId = network.caipNetworkId;
    await this.#nodes.renew(network, signal);
    const made = await this.#nodes.read(network, 'payment_queryInfo', signal, (api) => makeTransfer(api, request, network));
    const signed = await signExtrinsic({
      from: addressOf(request.from),
      read: (method, read) => this.#nodes.read(network, method, signal, read),
      method: made.extrinsic.method.toHex(),
      sign,
    });
    signal.throwIfAborted();
    this.#remember(signed.hash, signed.life);
    // From here on it may be out: nobody's patience ends it.
    const patient = new AbortController().signal;
    let nodes = 0;
    let refusal: LatchkeyError | null = null;
    try {
      await this.#nodes.read(network, 'author_submitExtrinsic', patient, async (api) => {
        nodes += 1;
        try {
          await api.rpc.author.submitExtrinsic(signed.bytes);
        } catch (error) {
          const outcome = readSubmitError(error, { chainId, fee: made.fee, balance: made.transferable });
          // A node that said nothing may have taken it, and the next one says so.
          if (outcome === 'lost') throw error;
          refusal = outcome === 'known' ? null : outcome;
          if (refusal !== null) throw refusal;
        }
      });
    } catch (cause) {
      // Where a node before may have taken it without saying so, what the next one says of it proves nothing.
      if (nodes > (cause === refusal ? 1 : 0))
        throw new LatchkeyError('network/unknown-outcome', { chainId, hash: signed.hash }, { cause });
      throw cause;
    }
    return signed.hash;
  }

  /** Follows an extrinsic to a final block, as `Chain.followTransaction` says. */
  follow({ hash, network, trace = '' }: FollowRequest): Observable<TransactionProgress> {
    return fromAbortable((signal, emit) => {
      const follower = new ExtrinsicFollower({
        hash,
        chainId: network.caipNetworkId,
        life: this.#lives.get(hash) ?? readTrace(trace),
        clock: this.#clock,
        read: (method, read) => this.#nodes.read(network, method, signal, read),
      });
      return follower.follow(emit, signal);
    });
  }

  /** Ends every read under way and every connection. */
  dispose(): void {
    this.#nodes.dispose();
  }

  #remember(hash: string, life: ExtrinsicLife): void {
    this.#lives.set(hash, life);
    const [oldest] = this.#lives.keys();
    if (this.#lives.size > REMEMBERED && oldest !== undefined) this.#lives.delete(oldest);
  }
}

/** Makes a transfer and judges it. */
const makeTransfer = async (api: ApiPromise, request: TransactionRequest, network: Network): Promise<Transfer> => {
  const { to, from, value, all = false, asset, data } = request;
  const chainId = network.caipNetworkId;
  if (data !== undefined || (asset !== undefined && !OWN_COIN.test(asset))) throw new LatchkeyError('chain/unsupported', { chainId });
  if (!all && value <= 0n) throw new LatchkeyError('send/invalid-amount', { value: value.toString() });
  const recipientId = readRecipient(to, network);
  const balances = api.tx['balances'];
  const extrinsic = all ? balances?.['transferAll']?.(recipientId, false) : balances?.['transferKeepAlive']?.(recipientId, value);
  if (extrinsic === undefined) throw new LatchkeyError('chain/unsupported', { chainId });
  const sender = addressOf(from);
  const [account, recipient, info] = await Promise.all([readAccount(api, sender), readAccount(api, to), extrinsic.paymentInfo(sender)]);
  const fee = info.partialFee.toBigInt();
  checkTransfer({ chainId, request, fee, sender: account, recipient });
  return { extrinsic, fee, transferable: account.transferable };
};

/** What a transfer is judged by. Planck. */
interface TransferFacts {
  readonly chainId: string;
  readonly request: TransactionRequest;
  readonly fee: bigint;
  readonly sender: AccountState;
  readonly recipient: AccountState;
}

/**
 * Judges a transfer before anybody is asked to sign it, by the rules that the chain will judge it by.
 * @throws LatchkeyError `send/above-balance`, `send/insufficient-fee-funds`, `send/existential-deposit`
 * @see https://docs.polkadot.com/polkadot-protocol/parachain-basics/accounts/#existential-deposit
 */
export const checkTransfer = ({ chainId, request: { value, all = false }, fee, sender, recipient }: TransferFacts): void => {
  const { transferable, existentialDeposit } = sender;
  const minimum = existentialDeposit.toString();
  const cannotPay = new LatchkeyError('send/insufficient-fee-funds', { chainId, fee: fee.toString(), balance: transferable.toString() });
  if (!all && value > transferable) {
    const amounts = { value: value.toString(), balance: transferable.toString() };
    throw new LatchkeyError('send/above-balance', { chainId, asset: null, ...amounts });
  }
  const moved = all ? transferable - fee : value;
  if (moved <= 0n || moved + fee > transferable) throw cannotPay;
  // Only who sends all lets the account end.
  const isLeftTooLittle = !sender.mustStay && sender.free - moved - fee < existentialDeposit;
  if (!all && isLeftTooLittle) throw new LatchkeyError('send/existential-deposit', { chainId, account: 'sender', minimum });
  if (recipient.free + moved < existentialDeposit)
    throw new LatchkeyError('send/existential-deposit', { chainId, account: 'recipient', minimum });
};

type Refusal = 'send/nonce-too-low' | 'send/expired' | 'send/insufficient-fee-funds';

/**
 * What a node says of an extrinsic that it does not take. All of it has the code 1010 (invalid) or 1014 (another one with this nonce is ahead);
 * which fault it is only the text tells, as the runtime's `InvalidTransaction` writes it or as its name.
 * @see https://paritytech.github.io/polkadot-sdk/master/sp_runtime/transaction_validity/enum.InvalidTransaction.html
 */
const REFUSALS: readonly (readonly [RegExp, Refusal])[] = [
  [/ancient ?birth/i, 'send/expired'],
  [/stale|outdated|^1014|priority is too low/i, 'send/nonce-too-low'],
  [/payment|inability to pay/i, 'send/insufficient-fee-funds'],
];

/** The node knows the extrinsic already: it was sent twice, and counts once. @see https://github.com/paritytech/polkadot-sdk/blob/master/substrate/client/rpc-api/src/author/error.rs */
const ALREADY_IMPORTED = /^1013\b|already imported/i;

/** A JSON-RPC answer, and not a connection that broke. */
const ANSWERED = /^-?\d+:/;

/** What the node's word on a broadcast means: a fault of the registry, `known` where it has the extrinsic, `lost` where it said nothing. */
export const readSubmitError = (
  error: unknown,
  { chainId, fee, balance }: { readonly chainId: string; readonly fee: bigint; readonly balance: bigint },
): LatchkeyError | 'known' | 'lost' => {
  // Whatever was thrown can be made a text.
  const said = error instanceof Error ? error.message : String(error);
  if (ALREADY_IMPORTED.test(said)) return 'known';
  if (!ANSWERED.test(said)) return 'lost';
  const code = REFUSALS.find(([pattern]) => pattern.test(said))?.[1];
  if (code === undefined) return new LatchkeyError('send/refused', { chainId, reason: said.slice(0, 200) }, { cause: error });
  return code === 'send/insufficient-fee-funds'
    ? new LatchkeyError(code, { chainId, fee: fee.toString(), balance: balance.toString() }, { cause: error })
    : new LatchkeyError(code, { chainId }, { cause: error });
};
