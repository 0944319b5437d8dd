import { equalBytes } from '@noble/curves/utils.js';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { hexToBytes } from '@noble/hashes/utils.js';
import { Transaction } from 'bitcoinjs-lib';
import type { Network } from '../../../domain/network/network.js';
import type { Esplora } from '../esplora/esplora.js';
import type { Output } from './plan-replacement.js';
import { buildPsbt, type PsbtCoin, type SpendableAddress } from './psbt.js';

/** Maximum concurrent reads: browsers queue further requests while their timeouts are already running. */
export const MAX_CONCURRENT_READS = 6;

/** Options of {@link buildPaymentPsbt}. */
export interface PaymentPsbtOptions {
  readonly esplora: Pick<Esplora, 'readText'>;
  readonly network: Network;
  readonly from: SpendableAddress;
  /** Of the address; hex. */
  readonly publicKey: string | undefined;
  readonly coins: readonly PsbtCoin[];
  readonly outputs: readonly Output[];
}

/**
 * Builds the PSBT of a payment; base64.
 * @throws Error if the service understates a coin
 */
export const buildPaymentPsbt = async (options: PaymentPsbtOptions, signal: AbortSignal): Promise<string> => {
  const { from, publicKey, outputs } = options;
  const coins = await withTransactions(options, signal);
  const redeemScript = from.type === 'p2sh' && publicKey !== undefined ? witnessScriptOf(publicKey) : undefined;
  return buildPsbt({ coins, script: from.script, type: from.type, publicKey, redeemScript, outputs });
};

/** Parses a transaction. @throws Error if it has another id */
export const readTransaction = (hex: string, txid: string): Transaction => {
  const transaction = Transaction.fromHex(hex.trim());
  if (transaction.getId() !== txid) throw new Error('The transaction has another id');
  return transaction;
};

/** Adds the previous transactions to coins that need them. */
const withTransactions = async (
  { esplora, network, from, coins }: PaymentPsbtOptions,
  signal: AbortSignal,
): Promise<readonly PsbtCoin[]> => {
  // A taproot signature covers the values of the coins. Other signatures do not: a service that understates a value would turn the
  // difference into fees, so the full previous transaction proves it. @see BIP-174, BIP-341
  if (from.type === 'p2tr') return coins;
  const withTransaction = (coin: PsbtCoin): PsbtCoin | Promise<PsbtCoin> => {
    if (coin.transaction !== undefined) return coin;
    const read = (hex: string): PsbtCoin => ({ ...coin, transaction: checkFundingTransaction(hex, coin, from.script) });
    return esplora.readText(network, `/tx/${coin.txid}/hex`, read, signal);
  };
  const complete: PsbtCoin[] = [];
  for (let at = 0; at < coins.length; at += MAX_CONCURRENT_READS) {
    const batch = coins.slice(at, at + MAX_CONCURRENT_READS);
    complete.push(...(await Promise.all(batch.map(withTransaction))));
  }
  return complete;
};

/** Redeem script of a P2SH-P2WPKH address. @see BIP-141 */
const witnessScriptOf = (publicKey: string): Uint8Array => Uint8Array.from([0x00, 0x14, ...ripemd160(sha256(hexToBytes(publicKey)))]);

/**
 * Checks that a coin's previous transaction has the expected txid, value and script; returns its hex.
 * @throws Error if the service returned inconsistent data
 */
const checkFundingTransaction = (hex: string, { txid, vout, value }: PsbtCoin, script: Uint8Array): string => {
  const output = readTransaction(hex, txid).outs[vout];
  if (output?.value !== value || !equalBytes(output.script, script)) throw new Error('The previous transaction does not match the coin');
  return hex.trim();
};
