import { equalBytes } from '@noble/curves/utils.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { Transaction } from 'bitcoinjs-lib';
import type { ReplacementRequest } from '../../../application/ports/transaction-request.js';
import type { AccountRecord } from '../../../domain/account/account-record.js';
import { parseBitcoinAddressOn } from '../../../domain/account/bitcoin-address.js';
import { LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import type { NotReplaceableReason } from '../../../domain/errors/not-replaceable.js';
import { isBitcoinSpendType } from '../../../domain/money/bitcoin-sizes.js';
import type { Network } from '../../../domain/network/network.js';
import { checkFee, doubledAtMost } from '../../../domain/send/check-fee.js';
import { isSameCoin } from '../coins-in-use.js';
import { type Esplora, EsploraError } from '../esplora/esplora.js';
import { utxosOf } from '../esplora/esplora-reader.js';
import { isReplaceableSequence, type Outpoint, readIsSpent, readStatus, type Utxo } from '../esplora/esplora-responses.js';
import { findFeeRates } from '../esplora/fee-rates.js';
import { MIN_COIN_SATS } from './coin-selection.js';
import { buildPaymentPsbt, readTransaction } from './payment-psbt.js';
import { type Output, planReplacement, sumOf } from './plan-replacement.js';
import type { PsbtCoin, SpendableAddress } from './psbt.js';

/** Options of {@link buildReplacement}. */
export interface ReplacementOptions {
  readonly esplora: Esplora;
  readonly network: Network;
  readonly request: ReplacementRequest;
  readonly from: AccountRecord<'bip122'>;
  /** Coins of other payments, which are not spent. */
  readonly coinsInUse: readonly Outpoint[];
}

/** A replacement to sign. */
export interface BuiltReplacement {
  /** Base64. */
  readonly psbt: string;
  /** The inputs of the PSBT: first the coins of the waiting transaction. */
  readonly coins: readonly Outpoint[];
  /** The coins of the waiting transaction. */
  readonly replacedCoins: readonly Outpoint[];
  /** At least one. */
  readonly outputs: readonly Output[];
}

/** The error of a transaction that cannot be replaced. */
export const notReplaceable = (
  { caipNetworkId: chainId }: Network,
  { hash }: ReplacementRequest,
  reason: NotReplaceableReason,
): LatchkeyError => new LatchkeyError('send/not-replaceable', { chainId, hash, reason });

/**
 * Builds a transaction that replaces a waiting one of the address, by BIP-125.
 * @throws LatchkeyError `send/not-replaceable`, `send/insufficient-fee-funds`, `send/fee-too-high`, `network/…`
 */
export const buildReplacement = async (options: ReplacementOptions, signal: AbortSignal): Promise<BuiltReplacement> => {
  const { esplora, network, request, from, coinsInUse } = options;
  const { caipNetworkId: chainId } = network;
  const parsed = parseBitcoinAddressOn(from.address, chainId);
  const { type } = parsed;
  if (!isBitcoinSpendType(type)) throw notReplaceable(network, request, 'kind');
  if (type === 'p2sh' && from.publicKey === undefined) throw notReplaceable(network, request, 'wallet');
  const own = { ...parsed, type };
  const waiting = await readWaiting(options, own, signal);
  const [utxos, rates] = await Promise.all([utxosOf(esplora, from.address, network, signal), findFeeRates({ esplora, network }, signal)]);
  const isSpare = (utxo: Utxo): boolean =>
    utxo.confirmed && utxo.value >= MIN_COIN_SATS && ![...coinsInUse, ...waiting.coins].some((coin) => isSameCoin(coin, utxo));
  const payments = request.mode === 'cancel' ? [] : waiting.payments;
  const spares = utxos.filter(isSpare).sort((a, b) => Number(b.value - a.value));
  const rate = Math.max(rates.fast, Number(waiting.fee / BigInt(waiting.vbytes)) + 1);
  const { coins, outputs, fee } = planReplacement({
    chainId,
    from: own,
    coins: waiting.coins,
    spares,
    payments,
    fee: waiting.fee,
    rate,
  });
  const amount = sumOf(payments) || sumOf(outputs);
  checkFee({ namespace: 'bip122', chainId, fee, amount, maxFee: request.maxFee ?? doubledAtMost(fee, waiting.fee) });
  const psbt = await buildPaymentPsbt({ esplora, network, from: own, publicKey: from.publicKey, coins, outputs }, signal);
  const outpoints = coins.map(({ txid, vout }) => ({ txid, vout }));
  return { psbt, coins: outpoints, replacedCoins: outpoints.slice(0, waiting.coins.length), outputs };
};

/** A waiting transaction of an address. */
interface WaitingTransaction {
  readonly coins: readonly PsbtCoin[];
  /** Outputs to others. */
  readonly payments: readonly Output[];
  /** Satoshis. */
  readonly fee: bigint;
  readonly vbytes: number;
}

/** Reads a waiting transaction. Its txid proves inputs and outputs, their txids the values of its coins. */
const readWaiting = async (
  { esplora, network, request }: ReplacementOptions,
  own: SpendableAddress,
  signal: AbortSignal,
): Promise<WaitingTransaction> => {
  const { hash } = request;
  const refuse = (reason: NotReplaceableReason): LatchkeyError => notReplaceable(network, request, reason);
  const status = await esplora.find(network, `/tx/${hash}/status`, readStatus, signal);
  if (status === null) throw refuse('unknown');
  if (status.blockNumber !== null) throw refuse('settled');
  const transaction = await esplora
    .request({ network, path: `/tx/${hash}/hex`, read: (hex) => readTransaction(hex, hash) }, signal)
    .catch((error: unknown) => {
      throw error instanceof EsploraError ? refuse('unknown') : error;
    });
  if (!transaction.ins.some(({ sequence }) => isReplaceableSequence(sequence))) throw refuse('final');
  const coins: PsbtCoin[] = [];
  for (const { hash: id, index: vout } of transaction.ins) {
    const txid = bytesToHex(id.slice().reverse());
    const read = (hex: string): Transaction => readTransaction(hex, txid);
    const funding = await esplora.readText(network, `/tx/${txid}/hex`, read, signal);
    const output = funding.outs[vout];
    // The wallet can only sign for its own coins.
    if (output === undefined || !equalBytes(output.script, own.script)) throw refuse('kind');
    coins.push({ txid, vout, value: output.value, ...(own.type === 'p2tr' ? {} : { transaction: funding.toHex() }) });
  }
  const isOwn = ({ script }: Output): boolean => equalBytes(script, own.script);
  for (const [vout, output] of transaction.outs.entries()) {
    if (!isOwn(output)) continue;
    const isSpent = await esplora.find(network, `/tx/${hash}/outspend/${vout}`, readIsSpent, signal);
    if (isSpent === true) throw refuse('spent');
  }
  const payments = transaction.outs.filter((output) => !isOwn(output));
  return { coins, payments, fee: sumOf(coins) - sumOf(transaction.outs), vbytes: transaction.virtualSize() };
};
