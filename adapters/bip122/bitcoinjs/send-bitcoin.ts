import type { FeeQuote } from '../../../application/ports/chain-services.js';
import type { Clock } from '../../../application/ports/clock.port.js';
import type { Locks } from '../../../application/ports/locks.port.js';
import type { OnSendEvent } from '../../../application/ports/send-event.js';
import type { ReplacementRequest, TransactionRequest } from '../../../application/ports/transaction-request.js';
import type { PsbtInput } from '../../../application/ports/wallet-calls.js';
import type { AccountRecord } from '../../../domain/account/account-record.js';
import { type BitcoinAddress, parseBitcoinAddress, parseBitcoinAddressOn } from '../../../domain/account/bitcoin-address.js';
import type { ChainId } from '../../../domain/caip/caip-2.js';
import { type AccountId, addressOf, chainIdOf, formatAccountId } from '../../../domain/caip/caip-10.js';
import type { ErrorCode } from '../../../domain/errors/error-contexts.js';
import { isLatchkeyError, LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { isBitcoinSpendType } from '../../../domain/money/bitcoin-sizes.js';
import { findNetworkById } from '../../../domain/network/find-network.js';
import type { Network } from '../../../domain/network/network.js';
import { checkFee } from '../../../domain/send/check-fee.js';
import { checkAmountRange } from '../../../domain/send/max-amount.js';
import { checkReviewed } from '../../../domain/send/reviewed-transfer.js';
import { runPayment } from '../../shared/run-payment.js';
import { type CoinsInUse, isSameCoin, isSamePayment, type PendingPayment } from '../coins-in-use.js';
import { broadcast } from '../esplora/broadcast.js';
import type { Esplora } from '../esplora/esplora.js';
import { isNativeAsset, utxosOf } from '../esplora/esplora-reader.js';
import { type Outpoint, readConfirmedSpender, type Utxo } from '../esplora/esplora-responses.js';
import { type FeeRates, findFeeRates } from '../esplora/fee-rates.js';
import { writeTrace } from '../esplora/transaction-trace.js';
import { buildReplacement, notReplaceable } from './build-replacement.js';
import { type CoinSelection, selectCoins } from './coin-selection.js';
import { buildPaymentPsbt, MAX_CONCURRENT_READS } from './payment-psbt.js';
import type { Output } from './plan-replacement.js';
import { coinsOf, finalizePsbt, inputsOf, paidTo, readSignedPsbt, type SpendableAddress, signedTxid } from './psbt.js';
import { verifyWalletPayment } from './wallet-payment.js';

/** Verifies the txid that a wallet returned for its own broadcast. */
export type VerifyPayment = (txid: string) => Promise<string>;

/** A request, and the wallet's functions to fulfil it. */
export interface SendBitcoinOptions {
  readonly request: TransactionRequest;
  readonly from: AccountRecord<'bip122'>;
  /** Signs inputs of a base64 PSBT; absent if the wallet does not support it. */
  readonly signPsbt?: ((psbt: string, inputs: readonly PsbtInput[]) => Promise<string>) | undefined;
  /** Signs and broadcasts; resolves with the txid. For wallets that cannot sign without broadcasting. */
  readonly signAndSendPsbt?:
    | ((psbt: string, inputs: readonly PsbtInput[], verifyPayment: VerifyPayment, onLateRejection: () => void) => Promise<string>)
    | undefined;
  /** The wallet builds, signs and broadcasts; resolves with the txid. */
  readonly sendTransfer?: ((to: string, sats: bigint, verifyPayment: VerifyPayment) => Promise<string>) | undefined;
  readonly onEvent?: OnSendEvent | undefined;
}

/** A replacement, and the wallet's functions to sign it. */
export interface ReplaceBitcoinOptions extends Omit<SendBitcoinOptions, 'request' | 'sendTransfer'> {
  readonly request: ReplacementRequest;
}

/** Sender and recipient of a payment. */
interface PaymentParties {
  readonly network: Network;
  readonly from: SpendableAddress;
  readonly to: BitcoinAddress;
}

interface PaymentPlan {
  readonly selectCoinsAt: (rate: number) => CoinSelection;
  readonly rates: FeeRates;
}

interface PreparedPayment extends PaymentParties {
  /** Plans the payment without the coins of other payments. */
  readonly plan: (pending: readonly PendingPayment[]) => PaymentPlan;
  /** The listed coins of the address. */
  readonly utxos: readonly Utxo[];
}

/** A payment to sign. */
interface BuiltPayment {
  readonly account: AccountId;
  readonly psbt: string;
  readonly coins: readonly Outpoint[];
  /** Releases what no other payment of the address spends. */
  readonly release: () => void;
}

/** A signed payment. */
interface SignedPayment {
  readonly account: AccountId;
  readonly coins: readonly Outpoint[];
  readonly hex: string;
  readonly txid: string;
}

/** Dependencies of {@link SendBitcoin}. */
export interface SendBitcoinDeps {
  readonly esplora: Esplora;
  readonly networks: () => readonly Network[];
  readonly coinsInUse: CoinsInUse;
  readonly locks: Locks;
  readonly clock: Clock;
}

/** A PSBT to broadcast. */
export interface BroadcastPsbtOptions {
  /** The PSBT that was sent to the wallet, and the one that it returned. */
  readonly unsigned: string;
  readonly signed: string;
  readonly account: AccountId;
  readonly onEvent?: OnSendEvent | undefined;
}

interface ReleaseOptions {
  readonly network: Network;
  readonly utxos: readonly Utxo[];
  /** Selects the payments to look up. Default: all. */
  readonly filter?: (payment: PendingPayment) => boolean;
}

/** Maximum number of coins of a pending payment that are looked up: one spent coin ends the payment. */
const MAX_TRACED_COINS = 20;

/** Errors of a wallet that has not signed. */
const NOT_SIGNED: readonly ErrorCode[] = ['wallet/rejected', 'wallet/request-pending', 'wallet/unsupported-method', 'wallet/unauthorized'];

/** Builds Bitcoin transactions, requests signatures and broadcasts. Payments of one address are made one at a time, in all tabs. */
export class SendBitcoin {
  readonly #esplora: Esplora;
  readonly #networks: () => readonly Network[];
  readonly #coinsInUse: CoinsInUse;
  readonly #locks: Locks;
  readonly #clock: Clock;

  constructor({ esplora, networks, coinsInUse, locks, clock }: SendBitcoinDeps) {
    this.#esplora = esplora;
    this.#networks = networks;
    this.#coinsInUse = coinsInUse;
    this.#locks = locks;
    this.#clock = clock;
  }

  /**
   * Sends; resolves with the txid. The transaction is replaceable (BIP-125). Prompts the wallet once, and only for a transaction that can
   * be sent. The txid of a wallet's own broadcast is verified.
   * @throws LatchkeyError `address/…`, `send/…`, `network/…`: nothing was sent; `network/unknown-outcome` with the txid when the transaction
   * may have been sent, or a wallet's own broadcast cannot be verified
   */
  async send(options: SendBitcoinOptions, signal: AbortSignal): Promise<string> {
    const { request, from } = options;
    const chainId = chainIdOf(request.from);
    if (from.type !== 'payment')
      throw new LatchkeyError('send/refused', {
        chainId,
        reason: 'an ordinals address is not used for payments: its coins may hold inscriptions',
      });
    return this.#exclusively(accountOf(request.from), () => this.#send(options, signal), options.onEvent, signal);
  }

  /**
   * Replaces a waiting transaction of the address; resolves with the txid. Prompts the wallet once.
   * @throws LatchkeyError `send/not-replaceable`, otherwise as {@link send}
   */
  async replace(options: ReplaceBitcoinOptions, signal: AbortSignal): Promise<string> {
    return this.#exclusively(accountOf(options.request.from), () => this.#replace(options, signal), options.onEvent, signal);
  }

  /**
   * Estimates the cost at each speed, for the transaction that would be built now.
   * @throws LatchkeyError `address/…`, `send/…`, `network/…`
   */
  async estimateFees(
    { transaction }: { readonly transaction: TransactionRequest; readonly network: Network },
    signal: AbortSignal,
  ): Promise<readonly FeeQuote[]> {
    const account = accountOf(transaction.from);
    const { network, plan, utxos } = await this.#prepare(transaction, signal);
    // Only the release of a listed coin changes an estimate.
    const blocksListed = (payment: PendingPayment): boolean => listedCoins(payment, utxos).length > 0;
    await this.#releaseSettled(account, { network, utxos, filter: blocksListed }, signal);
    // Without those being signed: they may be rejected, or their tab may have been closed.
    const { selectCoinsAt, rates } = plan(this.#coinsInUse.payments(account).filter(({ state }) => state !== 'signing'));
    return (['slow', 'normal', 'fast'] as const).map((speed) => {
      const { fee, vbytes, value } = selectCoinsAt(rates[speed]);
      // Coins in use, and those that cost more than they are worth, are not spent.
      const amount = transaction.all === true ? { amount: value } : {};
      return { speed, fee, maxFee: fee, ...amount, rate: { type: 'bip122', satsPerVbyte: rates[speed], vbytes, basis: rates.basis } };
    });
  }

  /** The inputs of a PSBT that belong to an address. @throws LatchkeyError `send/refused` for an invalid PSBT */
  ownInputs(psbt: string, address: string, chainId: string): readonly PsbtInput[] {
    try {
      return inputsOf(psbt, parseBitcoinAddress(address).script, address);
    } catch (cause) {
      throw new LatchkeyError('send/refused', { chainId, reason: 'the PSBT is invalid' }, { cause });
    }
  }

  /** Compares a signed PSBT with the original. @throws LatchkeyError `wallet/invalid-response` for a different transaction */
  checkSigned(unsigned: string, signed: string): void {
    readFromWallet(() => readSignedPsbt(unsigned, signed));
  }

  /**
   * Finalizes and broadcasts a signed PSBT; resolves with the txid once a service has the transaction.
   * @param unsigned the PSBT sent to the wallet
   * @throws LatchkeyError `wallet/invalid-response` when the wallet signed a different transaction or left inputs unsigned; as `broadcast`
   */
  async broadcastPsbt({ unsigned, signed, account: address, onEvent }: BroadcastPsbtOptions, signal: AbortSignal): Promise<string> {
    const account = accountOf(address);
    const { hex, txid } = readFromWallet(() => finalizePsbt(unsigned, signed));
    const payment = { account, coins: coinsOf(unsigned), hex, txid };
    const action = async (): Promise<string> => {
      signal.throwIfAborted();
      return this.#broadcast(payment, onEvent);
    };
    return this.#exclusively(account, action, onEvent, signal);
  }

  /** Runs while no other payment of the address is made, in any tab. @param account in its normal form */
  #exclusively<Result>(
    account: AccountId,
    action: () => Promise<Result>,
    onEvent: OnSendEvent | undefined,
    signal: AbortSignal,
  ): Promise<Result> {
    const name = `bitcoin_payment:${account}`;
    return runPayment({ locks: this.#locks, clock: this.#clock, name, chainId: chainIdOf(account), action, onEvent }, signal);
  }

  /** Broadcasts while no other payment of the address is made. */
  async #broadcast({ account, coins, hex, txid }: SignedPayment, onEvent: OnSendEvent = () => undefined): Promise<string> {
    const network = this.#network(chainIdOf(account));
    const payment = { coins, state: 'sent' } as const;
    // The refusal of a replacement does not release the coins of the payment that it replaces.
    const isReplacement = this.#coinsInUse.payments(account).some((each) => each.state === 'sent' && isSamePayment(each, payment));
    this.#coinsInUse.save(account, payment);
    onEvent({ type: 'broadcast', hash: txid, trace: writeTrace(coins) });
    try {
      await broadcast({ esplora: this.#esplora, network, hex, txid });
    } catch (error) {
      if (isLatchkeyError(error, 'network/unknown-outcome')) throw error;
      if (!isReplacement) this.#coinsInUse.release(account, payment);
      onEvent({ type: 'refused', hash: txid });
      throw error;
    }
    return txid;
  }

  /** A payment while no other one of the address is made. */
  async #send(options: SendBitcoinOptions, signal: AbortSignal): Promise<string> {
    const { request, from, signPsbt, signAndSendPsbt } = options;
    const account = accountOf(request.from);
    const { type } = parseBitcoinAddress(from.address);
    const needsKey = type === 'p2sh' && from.publicKey === undefined;
    const canSign = signPsbt !== undefined || signAndSendPsbt !== undefined;
    const { network, from: sender, to, plan, utxos } = await this.#prepare(request, signal);
    await this.#releaseSettled(account, { network, utxos }, signal);
    // The payment that was being signed held the lock: its tab was closed, or its run was aborted.
    for (const each of this.#coinsInUse.payments(account)) if (each.state === 'signing') this.#coinsInUse.release(account, each);
    const { selectCoinsAt, rates } = plan(this.#coinsInUse.payments(account));
    const selection = selectCoinsAt(rates[request.speed ?? 'normal']);
    const transfer = { network, to, value: selection.value };
    if (!canSign || needsKey) return this.#transfer(options, transfer);
    const { fee, value: amount } = selection;
    checkFee({ namespace: 'bip122', chainId: network.caipNetworkId, fee, amount, maxFee: request.maxFee });
    const psbt = await this.#build({ network, from: sender, to }, selection, from.publicKey, signal);
    requireReviewed(request, request.to, paidTo(psbt, to.script, sender.script));
    const inputs = selection.coins.map((_coin, index) => ({ index, address: from.address }));
    const coins = selection.coins.map(({ txid, vout }) => ({ txid, vout }));
    const payment = { account, psbt, coins, release: (): void => this.#coinsInUse.release(account, { coins }) };
    this.#coinsInUse.save(account, { coins, state: signPsbt === undefined ? 'in-wallet' : 'signing' });
    try {
      if (signPsbt !== undefined) return await this.#signAndBroadcast(payment, () => signPsbt(psbt, inputs), options.onEvent, signal);
      const expectedId = signedTxid(psbt);
      const verify: VerifyPayment = (txid) => {
        // Another id may be a wrong one.
        if (txid === expectedId) options.onEvent?.({ type: 'broadcast', hash: txid, trace: writeTrace(coins) });
        return verifyWalletPayment(txid, { script: to.script, value: selection.value, psbt, network, esplora: this.#esplora });
      };
      // One of both is present.
      const signAndSend = signAndSendPsbt as NonNullable<typeof signAndSendPsbt>;
      return await this.#sendInWallet(payment, (...listeners) => signAndSend(psbt, inputs, ...listeners), verify);
    } catch (error) {
      // A wallet that does not support the method has shown no prompt, so nothing is sent twice.
      if (options.sendTransfer === undefined || !isLatchkeyError(error, 'wallet/unsupported-method')) throw error;
      return this.#transfer(options, transfer);
    }
  }

  /** Has the wallet sign a payment, and broadcasts it. */
  async #signAndBroadcast(
    { account, psbt, coins, release }: BuiltPayment,
    sign: () => Promise<string>,
    onEvent: OnSendEvent | undefined,
    signal: AbortSignal,
  ): Promise<string> {
    let payment: SignedPayment;
    try {
      const signed = await sign();
      payment = { account, coins, ...readFromWallet(() => finalizePsbt(psbt, signed)) };
      signal.throwIfAborted();
    } catch (error) {
      release();
      throw error;
    }
    return this.#broadcast(payment, onEvent);
  }

  /** Has the wallet sign and broadcast a payment. Its coins are released only if it has not signed, also after an abort. */
  async #sendInWallet(
    { account, psbt, coins, release }: BuiltPayment,
    signAndSend: (verifyPayment: VerifyPayment, onLateRejection: () => void) => Promise<string>,
    verify: VerifyPayment,
  ): Promise<string> {
    const verifyPayment: VerifyPayment = (txid) => {
      this.#coinsInUse.save(account, { coins, state: 'sent' });
      return verify(txid);
    };
    try {
      return await signAndSend(verifyPayment, release);
    } catch (error) {
      if (isLatchkeyError(error) && NOT_SIGNED.includes(error.code)) release();
      const hash = isLatchkeyError(error, 'wallet/invalid-response') ? signedTxid(psbt) : null;
      if (hash === null) throw error;
      // It confirmed the payment, but without its txid.
      this.#coinsInUse.save(account, { coins, state: 'sent' });
      throw new LatchkeyError('network/unknown-outcome', { chainId: chainIdOf(account), hash }, { cause: error });
    }
  }

  /** A replacement while no other payment of the address is made. */
  async #replace({ request, from, signPsbt, signAndSendPsbt, onEvent }: ReplaceBitcoinOptions, signal: AbortSignal): Promise<string> {
    const account = accountOf(request.from);
    const network = this.#network(chainIdOf(account));
    const coinsInUse = this.#coinsInUse.payments(account).flatMap(({ coins }) => coins);
    const built = await buildReplacement({ esplora: this.#esplora, network, request, from, coinsInUse }, signal);
    const { psbt, coins, replacedCoins, outputs } = built;
    const inputs = coins.map((_coin, index) => ({ index, address: from.address }));
    // The coins of the first transaction stay in use whatever happens to its replacement.
    const release = (): void => this.#coinsInUse.save(account, { coins: replacedCoins, state: 'sent' });
    const payment = { account, psbt, coins, release };
    if (signPsbt !== undefined) {
      this.#coinsInUse.save(account, { coins, state: 'sent' });
      return this.#signAndBroadcast(payment, () => signPsbt(psbt, inputs), onEvent, signal).catch((error: unknown) => {
        if (!isLatchkeyError(error, 'network/unknown-outcome')) release();
        throw error;
      });
    }
    if (signAndSendPsbt === undefined) throw notReplaceable(network, request, 'wallet');
    const [output] = outputs;
    const verify: VerifyPayment = (txid) => {
      // Another id may be a wrong one.
      if (txid === signedTxid(psbt)) onEvent?.({ type: 'broadcast', hash: txid, trace: writeTrace(coins) });
      return verifyWalletPayment(txid, { ...(output as Output), psbt, network, esplora: this.#esplora });
    };
    this.#coinsInUse.save(account, { coins, state: 'sent' });
    return this.#sendInWallet(payment, (...listeners) => signAndSendPsbt(psbt, inputs, ...listeners), verify);
  }

  /**
   * Releases the coins of payments that are over: one of their coins is spent by a confirmed transaction. Coins that are listed as unspent
   * are not looked up.
   */
  async #releaseSettled(account: AccountId, { network, utxos, filter = () => true }: ReleaseOptions, signal: AbortSignal): Promise<void> {
    const lookups = this.#coinsInUse
      .payments(account)
      .filter((payment) => payment.state !== 'signing' && filter(payment))
      .flatMap((payment) => {
        const listed = listedCoins(payment, utxos);
        const coins = payment.coins.slice(0, MAX_TRACED_COINS).filter((coin) => !listed.includes(coin));
        return coins.map((coin) => ({ payment, coin }));
      });
    const released = new Set<PendingPayment>();
    for (let at = 0; at < lookups.length; at += MAX_CONCURRENT_READS) {
      const batch = lookups.slice(at, at + MAX_CONCURRENT_READS).filter(({ payment }) => !released.has(payment));
      const lookUp = async ({ payment, coin: { txid, vout } }: (typeof lookups)[number]): Promise<void> => {
        const spender = await this.#esplora.find(network, `/tx/${txid}/outspend/${vout}`, readConfirmedSpender, signal);
        if (spender !== null) released.add(payment);
      };
      await Promise.all(batch.map(lookUp));
    }
    for (const payment of released) this.#coinsInUse.release(account, payment);
  }

  /** For wallets that build transactions themselves; the request is already validated. */
  async #transfer(
    { request, sendTransfer, onEvent }: SendBitcoinOptions,
    { network, to, value }: { readonly network: Network; readonly to: BitcoinAddress; readonly value: bigint },
  ): Promise<string> {
    if (sendTransfer === undefined) throw new LatchkeyError('wallet/unsupported-method', { method: 'sendTransfer' });
    requireReviewed(request, to.address, value);
    return sendTransfer(to.address, value, (txid) => {
      onEvent?.({ type: 'broadcast', hash: txid });
      return verifyWalletPayment(txid, { script: to.script, value, network, esplora: this.#esplora });
    });
  }

  async #prepare(request: TransactionRequest, signal: AbortSignal): Promise<PreparedPayment> {
    const network = this.#network(chainIdOf(request.from));
    const { caipNetworkId: chainId } = network;
    if (request.asset !== undefined && !isNativeAsset(request.asset, network))
      throw new LatchkeyError('send/refused', { chainId, reason: `${request.asset} is not an asset of this chain` });
    const to = parseBitcoinAddressOn(request.to, chainId);
    const from = parseBitcoinAddressOn(addressOf(request.from), chainId);
    const { type } = from;
    if (!isBitcoinSpendType(type))
      throw new LatchkeyError('send/refused', { chainId, reason: 'this type of address cannot be spent by a single key' });
    if (request.all !== true && request.value <= 0n) throw new LatchkeyError('send/invalid-amount', { value: String(request.value) });
    if (request.all !== true) checkAmountRange('bip122', request.value);
    const [utxos, rates] = await Promise.all([
      utxosOf(this.#esplora, from.address, network, signal),
      findFeeRates({ esplora: this.#esplora, network }, signal),
    ]);
    const own = { ...from, type };
    const plan = (payments: readonly PendingPayment[]): PaymentPlan => {
      const inUse = payments.flatMap(({ coins }) => coins);
      const available = utxos.filter((utxo) => !inUse.some((coin) => isSameCoin(coin, utxo)));
      const selectCoinsAt = (rate: number): CoinSelection => {
        try {
          return selectCoins({ chainId, utxos: available, from: own, to, value: request.value, all: request.all === true, rate });
        } catch (error) {
          const isShort = isLatchkeyError(error, 'send/above-balance') || isLatchkeyError(error, 'send/insufficient-fee-funds');
          throw isShort && available.length < utxos.length ? new LatchkeyError('send/coins-in-use', { chainId }, { cause: error }) : error;
        }
      };
      return { rates, selectCoinsAt };
    };
    return { network, from: own, to, plan, utxos };
  }

  async #build(
    { network, from, to }: PaymentParties,
    selection: CoinSelection,
    publicKey: string | undefined,
    signal: AbortSignal,
  ): Promise<string> {
    const { coins, value, change } = selection;
    const outputs = [{ script: to.script, value }];
    if (change > 0n) outputs.push({ script: from.script, value: change });
    return buildPaymentPsbt({ esplora: this.#esplora, network, from, publicKey, coins, outputs }, signal);
  }

  #network(chainId: ChainId): Network {
    const network = findNetworkById(this.#networks(), chainId);
    if (network === undefined) throw new LatchkeyError('network/not-found', { chainId });
    return network;
  }
}

/**
 * Compares what is passed to the wallet with the transfer that the user has reviewed, if any.
 * @param value satoshis; `null` if anyone else is paid, too
 * @throws LatchkeyError `send/request-tampered`
 */
const requireReviewed = ({ from, all = false, reviewed }: TransactionRequest, to: string, value: bigint | null): void => {
  const chainId = chainIdOf(from);
  if (reviewed !== undefined && value === null) throw new LatchkeyError('send/request-tampered', { chainId });
  checkReviewed(reviewed, { chainId, to, token: null, value: all ? null : value });
};

/** The account of an address in its normal form. */
const accountOf = (account: AccountId): AccountId => formatAccountId(chainIdOf(account), parseBitcoinAddress(addressOf(account)).address);

/** The coins of a payment that are listed as unspent. */
const listedCoins = ({ coins }: PendingPayment, utxos: readonly Utxo[]): readonly Outpoint[] =>
  coins.filter((coin) => utxos.some((utxo) => isSameCoin(utxo, coin)));

/** Parses a wallet's PSBT. @throws LatchkeyError `wallet/invalid-response` */
const readFromWallet = <T>(read: () => T): T => {
  try {
    return read();
  } catch (cause) {
    throw new LatchkeyError('wallet/invalid-response', { method: 'signPsbt' }, { cause });
  }
};
