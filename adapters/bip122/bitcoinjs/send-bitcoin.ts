import { equalBytes } from '@noble/curves/utils.js';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { hexToBytes } from '@noble/hashes/utils.js';
import { Transaction } from 'bitcoinjs-lib';
import type { FeeQuote } from '../../../application/ports/chain-services.js';
import type { TransactionRequest } from '../../../application/ports/transaction-request.js';
import type { PsbtInput } from '../../../application/ports/wallet-calls.js';
import type { AccountRecord } from '../../../domain/account/account-record.js';
import { type BitcoinAddress, readBitcoinAddress, readBitcoinAddressOn } from '../../../domain/account/bitcoin-address.js';
import type { ChainId } from '../../../domain/caip/caip-2.js';
import { addressOf, chainIdOf } from '../../../domain/caip/caip-10.js';
import { isLatchkeyError, LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { type BitcoinSpendType, isBitcoinSpendType } from '../../../domain/money/bitcoin-sizes.js';
import { findNetworkById } from '../../../domain/network/find-network.js';
import type { Network } from '../../../domain/network/network.js';
import { type Esplora, EsploraError } from '../esplora/esplora.js';
import type { Utxo } from '../esplora/esplora-answers.js';
import { isNativeAsset, utxosOf } from '../esplora/esplora-reader.js';
import { type FeeRates, findFeeRates } from '../esplora/fee-rates.js';
import { type CoinPlan, planCoins } from './coin-plan.js';
import { buildPsbt, finalisePsbt, inputsOf, type PsbtCoin, readSignedPsbt } from './psbt.js';
import { proveWalletPayment } from './wallet-payment.js';

/** So many transactions are read at once: a browser makes more wait, and their time runs. */
const AT_ONCE = 6;

/** A broadcast that gets no answer is repeated: the same transaction is the same, however often it is sent. */
const BROADCASTS = 3;

/** Makes sure of the id that a wallet tells of what it broadcast by itself. */
export type ProvePayment = (txid: string) => Promise<string>;

/** What is sent, and what the wallet can do for it. */
export interface SendOrder {
  readonly request: TransactionRequest;
  readonly from: AccountRecord<'bip122'>;
  /** Signs inputs of a PSBT in base64; absent where the wallet cannot. */
  readonly signPsbt?: ((psbt: string, inputs: readonly PsbtInput[]) => Promise<string>) | undefined;
  /** Signs them and broadcasts; gives the transaction's id. For wallets that do not sign alone. */
  readonly signAndSendPsbt?: ((psbt: string, inputs: readonly PsbtInput[], prove: ProvePayment) => Promise<string>) | undefined;
  /** Has the wallet do it all; gives the transaction's id. */
  readonly sendTransfer?: ((to: string, sats: bigint, prove: ProvePayment) => Promise<string>) | undefined;
}

/** Both ends of a payment and what it may spend. */
interface Prepared {
  readonly network: Network;
  readonly from: BitcoinAddress & { readonly type: BitcoinSpendType };
  readonly to: BitcoinAddress;
  readonly plan: (rate: number) => CoinPlan;
  readonly rates: FeeRates;
}

/** Builds Bitcoin transactions, has them signed and broadcasts them. */
export class SendBitcoin {
  readonly #esplora: Esplora;
  readonly #networks: () => readonly Network[];

  constructor(esplora: Esplora, networks: () => readonly Network[]) {
    this.#esplora = esplora;
    this.#networks = networks;
  }

  /**
   * Sends; resolves with the transaction's id. It can be replaced by one with a higher fee (BIP-125). The wallet is asked
   * once, and for nothing that could not be sent. What a wallet says it broadcast by itself is not believed.
   * @throws LatchkeyError `address/…`, `send/…`, `network/…`; after the broadcast only when a node refused the transaction, or
   * `network/unknown-outcome` when it cannot be told what a wallet broadcast
   */
  async send(order: SendOrder, signal: AbortSignal): Promise<string> {
    const { request, from, signPsbt, signAndSendPsbt, sendTransfer } = order;
    const chainId = chainIdOf(request.from);
    if (from.type !== 'payment')
      throw new LatchkeyError('send/refused', { chainId, reason: 'An address for ordinals pays for nothing: its coins may carry them' });
    const { type } = readBitcoinAddress(from.address);
    const needsKey = type === 'p2sh' && from.publicKey === undefined;
    const sign = signPsbt ?? signAndSendPsbt;
    if (sign === undefined || needsKey || !isBitcoinSpendType(type)) return this.#transfer(order, signal);
    const prepared = await this.#prepare(request, signal);
    const plan = prepared.plan(prepared.rates[request.speed ?? 'normal']);
    const psbt = await this.#build(prepared, plan, from.publicKey, signal);
    let answer: string;
    try {
      const { network, to } = prepared;
      const prove: ProvePayment = (txid) =>
        proveWalletPayment(txid, { script: to.script, value: plan.value, psbt, network, esplora: this.#esplora });
      answer = await sign(
        psbt,
        plan.coins.map((_coin, index) => ({ index, address: from.address })),
        prove,
      );
    } catch (error) {
      // A wallet that says so has shown nobody anything: what it sends by itself is the only transaction.
      if (sendTransfer === undefined || !isLatchkeyError(error, 'wallet/unsupported-method')) throw error;
      return this.#transfer(order, signal);
    }
    return signPsbt === undefined ? answer : this.broadcastPsbt(psbt, answer, chainId, signal);
  }

  /**
   * What it would cost at each speed, with the size of the transaction as it would be built now.
   * @throws LatchkeyError `address/…`, `send/…`, `network/…`
   */
  async estimateFees(
    { transaction }: { readonly transaction: TransactionRequest; readonly network: Network },
    signal: AbortSignal,
  ): Promise<readonly FeeQuote[]> {
    const { plan, rates } = await this.#prepare(transaction, signal);
    return (['slow', 'normal', 'fast'] as const).map((speed) => {
      const { fee, vbytes } = plan(rates[speed]);
      return { speed, fee, maxFee: fee, rate: { type: 'bip122', satsPerVbyte: rates[speed], vbytes, basis: rates.basis } };
    });
  }

  /** The inputs of a PSBT that belong to an address. @throws LatchkeyError `send/refused` when it is no PSBT */
  ownInputs(psbt: string, address: string, chainId: string): readonly PsbtInput[] {
    try {
      return inputsOf(psbt, readBitcoinAddress(address).script, address);
    } catch (cause) {
      throw new LatchkeyError('send/refused', { chainId, reason: 'This is no PSBT' }, { cause });
    }
  }

  /** Holds what a wallet signed against what it was given. @throws LatchkeyError `wallet/invalid-response` when it is another transaction */
  checkSigned(unsigned: string, signed: string): void {
    ofWallet(() => readSignedPsbt(unsigned, signed));
  }

  /**
   * Finalises what a wallet signed and broadcasts it; gives its id.
   * @param unsigned what the wallet was given
   * @throws LatchkeyError `wallet/invalid-response` when it signed something else or not enough; `send/input-spent`,
   * `send/refused`. When nobody says whether it arrived, it is to be followed as if it had: that tells
   */
  async broadcastPsbt(unsigned: string, signed: string, chainId: ChainId, signal: AbortSignal): Promise<string> {
    const network = this.#network(chainId);
    const { hex, txid } = ofWallet(() => finalisePsbt(unsigned, signed));
    signal.throwIfAborted();
    // From here on it may be in the world: who leaves meanwhile does not take it back.
    const toTheEnd = new AbortController().signal;
    // A page that stands before the network, as in a hotel, takes everything and passes nothing on.
    const read = (answer: string): string => {
      if (answer.trim() !== txid) throw new Error('The service did not say that it took the transaction');
      return txid;
    };
    let given = 0;
    const sent = (): void => {
      given += 1;
    };
    for (let time = 0; time < BROADCASTS; time += 1) {
      try {
        return await this.#esplora.ask({ network, path: '/tx', body: hex, read, sent }, toTheEnd);
      } catch (error) {
        if (error instanceof EsploraError) {
          // An earlier try may have arrived without saying so: then it is this transaction that has the coins.
          if (isKnownAlready(error) || (given > 1 && isSpentAlready(error))) return txid;
          throw broadcastError(error, chainId);
        }
        if (given === 0 && isLatchkeyError(error, 'network/wrong-node')) throw error;
      }
    }
    return txid;
  }

  /** For wallets that build transactions themselves: what they would refuse is refused here before they are asked. */
  async #transfer({ request, from, sendTransfer }: SendOrder, signal: AbortSignal): Promise<string> {
    const chainId = chainIdOf(request.from);
    if (sendTransfer === undefined) throw new LatchkeyError('wallet/unsupported-method', { method: 'sendTransfer' });
    const { to, plan, rates, network } = await this.#prepare(request, signal);
    const { value } = plan(rates[request.speed ?? 'normal']);
    if (!isBitcoinSpendType(readBitcoinAddress(from.address).type)) throw new LatchkeyError('chain/unsupported', { chainId });
    return sendTransfer(to.address, value, (txid) =>
      proveWalletPayment(txid, { script: to.script, value, network, esplora: this.#esplora }),
    );
  }

  async #prepare(request: TransactionRequest, signal: AbortSignal): Promise<Prepared> {
    const network = this.#network(chainIdOf(request.from));
    const { caipNetworkId: chainId } = network;
    if (request.asset !== undefined && !isNativeAsset(request.asset, network))
      throw new LatchkeyError('send/refused', { chainId, reason: `${request.asset} is no asset of this chain` });
    const to = readBitcoinAddressOn(request.to, chainId);
    const from = readBitcoinAddressOn(addressOf(request.from), chainId);
    const { type } = from;
    if (!isBitcoinSpendType(type))
      throw new LatchkeyError('send/refused', { chainId, reason: 'This kind of address cannot be spent by one key' });
    if (request.all !== true && request.value <= 0n) throw new LatchkeyError('send/invalid-amount', { value: String(request.value) });
    const [utxos, rates] = await Promise.all([
      utxosOf(this.#esplora, from.address, network, signal),
      findFeeRates({ esplora: this.#esplora, network }, signal),
    ]);
    const own = { ...from, type };
    const plan = (rate: number): CoinPlan =>
      planCoins({ chainId, utxos, from: own, to, value: request.value, all: request.all === true, rate });
    return { network, from: own, to, rates, plan };
  }

  async #build({ network, from, to }: Prepared, plan: CoinPlan, publicKey: string | undefined, signal: AbortSignal): Promise<string> {
    // A signature with a taproot key is for what the coins are worth; every other one would do for a coin that is worth more than the
    // service says, whose rest were the fee. The whole transaction before proves it. @see BIP-174, BIP-341
    const isProven = from.type === 'p2tr';
    const prove = (coin: Utxo): Promise<PsbtCoin> => {
      const read = (hex: string): PsbtCoin => ({ ...coin, transaction: paidBy(hex.trim(), coin, from.script) });
      return this.#esplora.readText(network, `/tx/${coin.txid}/hex`, read, signal);
    };
    const coins: PsbtCoin[] = [];
    for (let at = 0; at < plan.coins.length; at += AT_ONCE) {
      const some = plan.coins.slice(at, at + AT_ONCE);
      coins.push(...(isProven ? some : await Promise.all(some.map(prove))));
    }
    const outputs = [{ script: to.script, value: plan.value }];
    if (plan.change > 0n) outputs.push({ script: from.script, value: plan.change });
    const redeemScript = from.type === 'p2sh' && publicKey !== undefined ? witnessScriptOf(publicKey) : undefined;
    return buildPsbt({ coins, script: from.script, type: from.type, publicKey, redeemScript, outputs });
  }

  #network(chainId: ChainId): Network {
    const network = findNetworkById(this.#networks(), chainId);
    if (network === undefined) throw new LatchkeyError('network/not-found', { chainId });
    return network;
  }
}

/** What a P2SH-P2WPKH address stands for. @see BIP-141 */
const witnessScriptOf = (publicKey: string): Uint8Array => Uint8Array.from([0x00, 0x14, ...ripemd160(sha256(hexToBytes(publicKey)))]);

/** Makes sense of what a wallet signed. @throws LatchkeyError `wallet/invalid-response` */
const ofWallet = <T>(read: () => T): T => {
  try {
    return read();
  } catch (cause) {
    throw new LatchkeyError('wallet/invalid-response', { method: 'signPsbt' }, { cause });
  }
};

/**
 * The transaction that made a coin, in hex as it was given, once it is sure that it is that one and that the coin in it has this value
 * and script.
 * @throws Error when the service that gave one of them lied
 */
const paidBy = (hex: string, { txid, vout, value }: PsbtCoin, script: Uint8Array): string => {
  const transaction = Transaction.fromHex(hex);
  const output = transaction.outs[vout];
  const isIt = transaction.getId() === txid && output?.value === value && equalBytes(output.script, script);
  if (!isIt) throw new Error('The coin is not what the service says');
  return hex;
};

/** What Bitcoin Core says of a transaction that it has. @see https://github.com/bitcoin/bitcoin/blob/master/src/validation.cpp */
const KNOWN = /txn-already-in-mempool|txn-already-known|txn-same-nonwitness-data-in-mempool|already in block ?chain|already in utxo set/i;
/** What it says when an input is not there, or another transaction has it. */
const SPENT = /missingorspent|missing-?inputs|txn-mempool-conflict|inputs-spent/i;

/** Whether a node refused a transaction because it has it. */
const isKnownAlready = ({ message }: EsploraError): boolean => KNOWN.test(message);

/** Whether a node refused a transaction because its inputs are gone. */
const isSpentAlready = ({ message }: EsploraError): boolean => SPENT.test(message);

/** The node's own word within the answer of the service. */
const reasonOf = (text: string): string => /"message":\s*"([^"]*)"/.exec(text)?.[1] ?? text.slice(0, 200);

/** Turns what a node said of a transaction into an error of the registry. */
const broadcastError = (cause: EsploraError, chainId: string): LatchkeyError =>
  isSpentAlready(cause)
    ? new LatchkeyError('send/input-spent', { chainId }, { cause })
    : new LatchkeyError('send/refused', { chainId, reason: reasonOf(cause.message) }, { cause });
