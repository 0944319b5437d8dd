import { equalBytes } from '@noble/curves/utils.js';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { hexToBytes } from '@noble/hashes/utils.js';
import { Transaction } from 'bitcoinjs-lib';
import type { FeeQuote } from '../../../application/ports/chain-services.js';
import type { TransactionRequest } from '../../../application/ports/transaction-request.js';
import type { PsbtInput } from '../../../application/ports/wallet-calls.js';
import type { AccountRecord } from '../../../domain/account/account-record.js';
import { type BitcoinAddress, parseBitcoinAddress, parseBitcoinAddressOn } from '../../../domain/account/bitcoin-address.js';
import type { ChainId } from '../../../domain/caip/caip-2.js';
import { addressOf, chainIdOf } from '../../../domain/caip/caip-10.js';
import { isLatchkeyError, LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { type BitcoinSpendType, isBitcoinSpendType } from '../../../domain/money/bitcoin-sizes.js';
import { findNetworkById } from '../../../domain/network/find-network.js';
import type { Network } from '../../../domain/network/network.js';
import { checkAmountRange } from '../../../domain/send/max-amount.js';
import { broadcast } from '../esplora/broadcast.js';
import type { Esplora } from '../esplora/esplora.js';
import { isNativeAsset, utxosOf } from '../esplora/esplora-reader.js';
import type { Utxo } from '../esplora/esplora-responses.js';
import { type FeeRates, findFeeRates } from '../esplora/fee-rates.js';
import { type CoinSelection, selectCoins } from './coin-selection.js';
import { buildPsbt, finalisePsbt, inputsOf, type PsbtCoin, readSignedPsbt } from './psbt.js';
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
  readonly signAndSendPsbt?: ((psbt: string, inputs: readonly PsbtInput[], verifyPayment: VerifyPayment) => Promise<string>) | undefined;
  /** The wallet builds, signs and broadcasts; resolves with the txid. */
  readonly sendTransfer?: ((to: string, sats: bigint, verifyPayment: VerifyPayment) => Promise<string>) | undefined;
}

/** Sender, recipient and coin selection of a payment. */
interface PreparedPayment {
  readonly network: Network;
  readonly from: BitcoinAddress & { readonly type: BitcoinSpendType };
  readonly to: BitcoinAddress;
  readonly selectCoinsAt: (rate: number) => CoinSelection;
  readonly rates: FeeRates;
}

/** Builds Bitcoin transactions, requests signatures and broadcasts. */
export class SendBitcoin {
  readonly #esplora: Esplora;
  readonly #networks: () => readonly Network[];

  constructor(esplora: Esplora, networks: () => readonly Network[]) {
    this.#esplora = esplora;
    this.#networks = networks;
  }

  /**
   * Sends; resolves with the txid. The transaction is replaceable (BIP-125). Prompts the wallet once, and only for a transaction that can
   * be sent. The txid of a wallet's own broadcast is verified.
   * @throws LatchkeyError `address/…`, `send/…`, `network/…`: nothing was sent; `network/unknown-outcome` with the txid when the transaction
   * may have been sent, or a wallet's own broadcast cannot be verified
   */
  async send(options: SendBitcoinOptions, signal: AbortSignal): Promise<string> {
    const { request, from, signPsbt, signAndSendPsbt, sendTransfer } = options;
    const chainId = chainIdOf(request.from);
    if (from.type !== 'payment')
      throw new LatchkeyError('send/refused', {
        chainId,
        reason: 'an ordinals address is not used for payments: its coins may hold inscriptions',
      });
    const { type } = parseBitcoinAddress(from.address);
    const needsKey = type === 'p2sh' && from.publicKey === undefined;
    const sign = signPsbt ?? signAndSendPsbt;
    if (sign === undefined || needsKey || !isBitcoinSpendType(type)) return this.#transfer(options, signal);
    const prepared = await this.#prepare(request, signal);
    const selection = prepared.selectCoinsAt(prepared.rates[request.speed ?? 'normal']);
    const psbt = await this.#build(prepared, selection, from.publicKey, signal);
    let signed: string;
    try {
      const { network, to } = prepared;
      const verifyPayment: VerifyPayment = (txid) =>
        verifyWalletPayment(txid, { script: to.script, value: selection.value, psbt, network, esplora: this.#esplora });
      signed = await sign(
        psbt,
        selection.coins.map((_coin, index) => ({ index, address: from.address })),
        verifyPayment,
      );
    } catch (error) {
      // A wallet that does not support the method has shown no prompt, so nothing is sent twice.
      if (sendTransfer === undefined || !isLatchkeyError(error, 'wallet/unsupported-method')) throw error;
      return this.#transfer(options, signal);
    }
    return signPsbt === undefined ? signed : this.broadcastPsbt(psbt, signed, chainId, signal);
  }

  /**
   * Estimates the cost at each speed, for the transaction that would be built now.
   * @throws LatchkeyError `address/…`, `send/…`, `network/…`
   */
  async estimateFees(
    { transaction }: { readonly transaction: TransactionRequest; readonly network: Network },
    signal: AbortSignal,
  ): Promise<readonly FeeQuote[]> {
    const { selectCoinsAt, rates } = await this.#prepare(transaction, signal);
    return (['slow', 'normal', 'fast'] as const).map((speed) => {
      const { fee, vbytes } = selectCoinsAt(rates[speed]);
      return { speed, fee, maxFee: fee, rate: { type: 'bip122', satsPerVbyte: rates[speed], vbytes, basis: rates.basis } };
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
   * Finalises and broadcasts a signed PSBT; resolves with the txid once a service has the transaction.
   * @param unsigned the PSBT sent to the wallet
   * @throws LatchkeyError `wallet/invalid-response` when the wallet signed a different transaction or left inputs unsigned; as `broadcast`
   */
  async broadcastPsbt(unsigned: string, signed: string, chainId: ChainId, signal: AbortSignal): Promise<string> {
    const network = this.#network(chainId);
    const { hex, txid } = readFromWallet(() => finalisePsbt(unsigned, signed));
    signal.throwIfAborted();
    await broadcast({ esplora: this.#esplora, network, hex, txid });
    return txid;
  }

  /** For wallets that build transactions themselves: rejects invalid requests before the prompt. */
  async #transfer({ request, from, sendTransfer }: SendBitcoinOptions, signal: AbortSignal): Promise<string> {
    const chainId = chainIdOf(request.from);
    if (sendTransfer === undefined) throw new LatchkeyError('wallet/unsupported-method', { method: 'sendTransfer' });
    const { to, selectCoinsAt, rates, network } = await this.#prepare(request, signal);
    const { value } = selectCoinsAt(rates[request.speed ?? 'normal']);
    if (!isBitcoinSpendType(parseBitcoinAddress(from.address).type)) throw new LatchkeyError('chain/unsupported', { chainId });
    return sendTransfer(to.address, value, (txid) =>
      verifyWalletPayment(txid, { script: to.script, value, network, esplora: this.#esplora }),
    );
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
    const selectCoinsAt = (rate: number): CoinSelection =>
      selectCoins({ chainId, utxos, from: own, to, value: request.value, all: request.all === true, rate });
    return { network, from: own, to, rates, selectCoinsAt };
  }

  async #build(
    { network, from, to }: PreparedPayment,
    selection: CoinSelection,
    publicKey: string | undefined,
    signal: AbortSignal,
  ): Promise<string> {
    // A taproot signature covers the values of the coins. Other signatures do not: a service that understates a value would turn the
    // difference into fees, so the full previous transaction proves it. @see BIP-174, BIP-341
    const isProven = from.type === 'p2tr';
    const withTransaction = (coin: Utxo): Promise<PsbtCoin> => {
      const read = (hex: string): PsbtCoin => ({ ...coin, transaction: checkFundingTransaction(hex.trim(), coin, from.script) });
      return this.#esplora.readText(network, `/tx/${coin.txid}/hex`, read, signal);
    };
    const coins: PsbtCoin[] = [];
    for (let at = 0; at < selection.coins.length; at += MAX_CONCURRENT_READS) {
      const batch = selection.coins.slice(at, at + MAX_CONCURRENT_READS);
      coins.push(...(isProven ? batch : await Promise.all(batch.map(withTransaction))));
    }
    const outputs = [{ script: to.script, value: selection.value }];
    if (selection.change > 0n) outputs.push({ script: from.script, value: selection.change });
    const redeemScript = from.type === 'p2sh' && publicKey !== undefined ? witnessScriptOf(publicKey) : undefined;
    return buildPsbt({ coins, script: from.script, type: from.type, publicKey, redeemScript, outputs });
  }

  #network(chainId: ChainId): Network {
    const network = findNetworkById(this.#networks(), chainId);
    if (network === undefined) throw new LatchkeyError('network/not-found', { chainId });
    return network;
  }
}

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
