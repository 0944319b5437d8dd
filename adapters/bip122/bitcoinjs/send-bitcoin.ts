import { equalBytes } from '@noble/curves/utils.js';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { Transaction } from 'bitcoinjs-lib';
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
import type { NotReplaceableReason } from '../../../domain/errors/not-replaceable.js';
import { type BitcoinSpendType, isBitcoinSpendType } from '../../../domain/money/bitcoin-sizes.js';
import { findNetworkById } from '../../../domain/network/find-network.js';
import type { Network } from '../../../domain/network/network.js';
import { checkFee, doubledAtMost } from '../../../domain/send/check-fee.js';
import { checkAmountRange } from '../../../domain/send/max-amount.js';
import { checkReviewed } from '../../../domain/send/reviewed-transfer.js';
import { runPayment } from '../../shared/run-payment.js';
import { type CoinsInUse, isSameCoin, isSamePayment, type PendingPayment } from '../coins-in-use.js';
import { broadcast } from '../esplora/broadcast.js';
import { type Esplora, EsploraError } from '../esplora/esplora.js';
import { isNativeAsset, utxosOf } from '../esplora/esplora-reader.js';
import {
  isReplaceableSequence,
  type Outpoint,
  readConfirmedSpender,
  readIsSpent,
  readStatus,
  type Utxo,
} from '../esplora/esplora-responses.js';
import { type FeeRates, findFeeRates } from '../esplora/fee-rates.js';
import { writeTrace } from '../esplora/transaction-trace.js';
import { type CoinSelection, MIN_COIN_SATS, selectCoins } from './coin-selection.js';
import { type Output, planReplacement } from './plan-replacement.js';
import { buildPsbt, coinsOf, finalizePsbt, inputsOf, type PsbtCoin, paidTo, readSignedPsbt, signedTxid } from './psbt.js';
import { verifyWalletPayment } from './wallet-payment.js';

/** Maximum concurrent reads: browsers queue further requests while their timeouts are already running. */
const MAX_CONCURRENT_READS = 6;

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

/** A waiting transaction of an address. */
interface WaitingTransaction {
  readonly coins: readonly PsbtCoin[];
  /** Outputs to others. */
  readonly payments: readonly Output[];
  /** Satoshis. */
  readonly fee: bigint;
  readonly vbytes: number;
}

/** Sender and recipient of a payment. */
interface PaymentParties {
  readonly network: Network;
  readonly from: BitcoinAddress & { readonly type: BitcoinSpendType };
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
    try {
      if (signPsbt !== undefined)
        return await this.#signAndBroadcast({ account, psbt, coins }, () => signPsbt(psbt, inputs), options.onEvent, signal);
      const expectedId = signedTxid(psbt);
      const verify: VerifyPayment = (txid) => {
        // Another id may be a wrong one.
        if (txid === expectedId) options.onEvent?.({ type: 'broadcast', hash: txid, trace: writeTrace(coins) });
        return verifyWalletPayment(txid, { script: to.script, value: selection.value, psbt, network, esplora: this.#esplora });
      };
      // One of both is present.
      const signAndSend = signAndSendPsbt as NonNullable<typeof signAndSendPsbt>;
      return await this.#sendInWallet({ account, psbt, coins }, (...listeners) => signAndSend(psbt, inputs, ...listeners), verify);
    } catch (error) {
      // A wallet that does not support the method has shown no prompt, so nothing is sent twice.
      if (options.sendTransfer === undefined || !isLatchkeyError(error, 'wallet/unsupported-method')) throw error;
      return this.#transfer(options, transfer);
    }
  }

  /** Has the wallet sign a payment, and broadcasts it. */
  async #signAndBroadcast(
    { account, psbt, coins }: BuiltPayment,
    sign: () => Promise<string>,
    onEvent: OnSendEvent | undefined,
    signal: AbortSignal,
  ): Promise<string> {
    this.#coinsInUse.save(account, { coins, state: 'signing' });
    let payment: SignedPayment;
    try {
      const signed = await sign();
      payment = { account, coins, ...readFromWallet(() => finalizePsbt(psbt, signed)) };
      signal.throwIfAborted();
    } catch (error) {
      this.#coinsInUse.release(account, { coins });
      throw error;
    }
    return this.#broadcast(payment, onEvent);
  }

  /** Has the wallet sign and broadcast a payment. Its coins are released only if it has not signed, also after an abort. */
  async #sendInWallet(
    { account, psbt, coins }: BuiltPayment,
    signAndSend: (verifyPayment: VerifyPayment, onLateRejection: () => void) => Promise<string>,
    verify: VerifyPayment,
  ): Promise<string> {
    this.#coinsInUse.save(account, { coins, state: 'in-wallet' });
    const release = (): void => this.#coinsInUse.release(account, { coins });
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
  async #replace(options: ReplaceBitcoinOptions, signal: AbortSignal): Promise<string> {
    const { request, from, signPsbt, signAndSendPsbt, onEvent } = options;
    const { hash, mode, maxFee } = request;
    const account = accountOf(request.from);
    const chainId = chainIdOf(account);
    const network = this.#network(chainId);
    const refuse = (reason: NotReplaceableReason): LatchkeyError => new LatchkeyError('send/not-replaceable', { chainId, hash, reason });
    const parsed = parseBitcoinAddressOn(from.address, chainId);
    const { type } = parsed;
    if (!isBitcoinSpendType(type)) throw refuse('kind');
    if (type === 'p2sh' && from.publicKey === undefined) throw refuse('wallet');
    const own = { ...parsed, type };
    const waiting = await this.#readWaiting(hash, own, network, refuse, signal);
    const [utxos, rates] = await Promise.all([
      utxosOf(this.#esplora, from.address, network, signal),
      findFeeRates({ esplora: this.#esplora, network }, signal),
    ]);
    const inUse = this.#coinsInUse.payments(account).flatMap(({ coins }) => coins);
    const isSpare = (utxo: Utxo): boolean =>
      utxo.confirmed && utxo.value >= MIN_COIN_SATS && ![...inUse, ...waiting.coins].some((coin) => isSameCoin(coin, utxo));
    const payments = mode === 'cancel' ? [] : waiting.payments;
    const spares = utxos.filter(isSpare).sort((a, b) => Number(b.value - a.value));
    const rate = Math.max(rates.fast, Number(waiting.fee / BigInt(waiting.vbytes)) + 1);
    const plan = planReplacement({ chainId, from: own, coins: waiting.coins, spares, payments, fee: waiting.fee, rate });
    const amount = plan.outputs.reduce((sum, { value }) => sum + value, 0n);
    checkFee({
      namespace: 'bip122',
      chainId,
      fee: plan.fee,
      amount: sumOf(payments) || amount,
      maxFee: maxFee ?? doubledAtMost(plan.fee, waiting.fee),
    });
    const added = plan.coins.slice(waiting.coins.length);
    const coins = [...waiting.coins, ...(await this.#withTransactions(added, own, network, signal))];
    const psbt = psbtOf(own, coins, plan.outputs, from.publicKey);
    const inputs = coins.map((_coin, index) => ({ index, address: from.address }));
    const spent = coins.map(({ txid, vout }) => ({ txid, vout }));
    // The coins of the first transaction stay in use whatever happens to its replacement.
    const restore = (): void => this.#coinsInUse.save(account, { coins: spent.slice(0, waiting.coins.length), state: 'sent' });
    this.#coinsInUse.save(account, { coins: spent, state: 'sent' });
    try {
      if (signPsbt !== undefined) {
        const signed = await signPsbt(psbt, inputs);
        const payment = { account, coins: spent, ...readFromWallet(() => finalizePsbt(psbt, signed)) };
        signal.throwIfAborted();
        return await this.#broadcast(payment, onEvent);
      }
      if (signAndSendPsbt === undefined) throw refuse('wallet');
      const [output] = plan.outputs;
      const verify: VerifyPayment = (txid) => {
        // Another id may be a wrong one.
        if (txid === signedTxid(psbt)) onEvent?.({ type: 'broadcast', hash: txid, trace: writeTrace(spent) });
        // A plan has at least one output.
        return verifyWalletPayment(txid, { ...(output as Output), psbt, network, esplora: this.#esplora });
      };
      return await signAndSendPsbt(psbt, inputs, verify, restore);
    } catch (error) {
      if (!isLatchkeyError(error, 'network/unknown-outcome')) restore();
      throw error;
    }
  }

  /** Reads a waiting transaction. Its txid proves inputs and outputs, their txids the values of its coins. */
  async #readWaiting(
    hash: string,
    own: PaymentParties['from'],
    network: Network,
    refuse: (reason: NotReplaceableReason) => LatchkeyError,
    signal: AbortSignal,
  ): Promise<WaitingTransaction> {
    const status = await this.#esplora.find(network, `/tx/${hash}/status`, readStatus, signal);
    if (status === null) throw refuse('unknown');
    if (status.blockNumber !== null) throw refuse('settled');
    const transaction = await this.#esplora
      .request({ network, path: `/tx/${hash}/hex`, read: (hex) => readTransaction(hex, hash) }, signal)
      .catch((error: unknown) => {
        throw error instanceof EsploraError ? refuse('unknown') : error;
      });
    if (!transaction.ins.some(({ sequence }) => isReplaceableSequence(sequence))) throw refuse('final');
    const coins: PsbtCoin[] = [];
    for (const { hash: id, index: vout } of transaction.ins) {
      const txid = bytesToHex(id.slice().reverse());
      const read = (hex: string): Transaction => readTransaction(hex, txid);
      const funding = await this.#esplora.readText(network, `/tx/${txid}/hex`, read, signal);
      const output = funding.outs[vout];
      // The wallet can only sign for its own coins.
      if (output === undefined || !equalBytes(output.script, own.script)) throw refuse('kind');
      coins.push({ txid, vout, value: output.value, ...(own.type === 'p2tr' ? {} : { transaction: funding.toHex() }) });
    }
    const isOwn = ({ script }: Output): boolean => equalBytes(script, own.script);
    for (const [vout, output] of transaction.outs.entries()) {
      if (!isOwn(output)) continue;
      const isSpent = await this.#esplora.find(network, `/tx/${hash}/outspend/${vout}`, readIsSpent, signal);
      if (isSpent === true) throw refuse('spent');
    }
    const payments = transaction.outs.filter((output) => !isOwn(output));
    return { coins, payments, fee: sumOf(coins) - sumOf(transaction.outs), vbytes: transaction.virtualSize() };
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
    const coins = await this.#withTransactions(selection.coins, from, network, signal);
    const outputs = [{ script: to.script, value: selection.value }];
    if (selection.change > 0n) outputs.push({ script: from.script, value: selection.change });
    return psbtOf(from, coins, outputs, publicKey);
  }

  /** Adds the previous transactions to coins that need them. */
  async #withTransactions(
    selected: readonly PsbtCoin[],
    from: PaymentParties['from'],
    network: Network,
    signal: AbortSignal,
  ): Promise<readonly PsbtCoin[]> {
    // A taproot signature covers the values of the coins. Other signatures do not: a service that understates a value would turn the
    // difference into fees, so the full previous transaction proves it. @see BIP-174, BIP-341
    if (from.type === 'p2tr') return selected;
    const withTransaction = (coin: PsbtCoin): Promise<PsbtCoin> => {
      const read = (hex: string): PsbtCoin => ({ ...coin, transaction: checkFundingTransaction(hex.trim(), coin, from.script) });
      return this.#esplora.readText(network, `/tx/${coin.txid}/hex`, read, signal);
    };
    const coins: PsbtCoin[] = [];
    for (let at = 0; at < selected.length; at += MAX_CONCURRENT_READS) {
      const batch = selected.slice(at, at + MAX_CONCURRENT_READS);
      coins.push(...(await Promise.all(batch.map(withTransaction))));
    }
    return coins;
  }

  #network(chainId: ChainId): Network {
    const network = findNetworkById(this.#networks(), chainId);
    if (network === undefined) throw new LatchkeyError('network/not-found', { chainId });
    return network;
  }
}

const psbtOf = (
  from: PaymentParties['from'],
  coins: readonly PsbtCoin[],
  outputs: readonly Output[],
  publicKey: string | undefined,
): string => {
  const redeemScript = from.type === 'p2sh' && publicKey !== undefined ? witnessScriptOf(publicKey) : undefined;
  return buildPsbt({ coins, script: from.script, type: from.type, publicKey, redeemScript, outputs });
};

/** Parses a transaction. @throws Error if it has another id */
const readTransaction = (hex: string, txid: string): Transaction => {
  const transaction = Transaction.fromHex(hex.trim());
  if (transaction.getId() !== txid) throw new Error('The transaction has another id');
  return transaction;
};

const sumOf = (values: readonly { readonly value: bigint }[]): bigint => values.reduce((sum, { value }) => sum + value, 0n);

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

/** Redeem script of a P2SH-P2WPKH address. @see BIP-141 */
const witnessScriptOf = (publicKey: string): Uint8Array => Uint8Array.from([0x00, 0x14, ...ripemd160(sha256(hexToBytes(publicKey)))]);

/** Parses a wallet's PSBT. @throws LatchkeyError `wallet/invalid-response` */
const readFromWallet = <T>(read: () => T): T => {
  try {
    return read();
  } catch (cause) {
    throw new LatchkeyError('wallet/invalid-response', { method: 'signPsbt' }, { cause });
  }
};

/**
 * Checks that a coin's previous transaction has the expected txid, value and script; returns its hex.
 * @throws Error if the service returned inconsistent data
 */
const checkFundingTransaction = (hex: string, { txid, vout, value }: PsbtCoin, script: Uint8Array): string => {
  const transaction = Transaction.fromHex(hex);
  const output = transaction.outs[vout];
  const isMatch = transaction.getId() === txid && output?.value === value && equalBytes(output.script, script);
  if (!isMatch) throw new Error('The previous transaction does not match the coin');
  return hex;
};
