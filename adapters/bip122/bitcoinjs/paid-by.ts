import { Transaction } from 'bitcoinjs-lib';
import { isSameBytes } from './is-same-bytes.js';
import type { PsbtCoin } from './psbt.js';

/**
 * The transaction that made a coin, in hex as it was given, once it is sure that it is that one and that the coin in it has this value
 * and script.
 * @throws Error when the service that gave one of them lied
 */
export const paidBy = (hex: string, { txid, vout, value }: PsbtCoin, script: Uint8Array): string => {
  const transaction = Transaction.fromHex(hex);
  const output = transaction.outs[vout];
  const isIt = transaction.getId() === txid && output?.value === value && isSameBytes(output.script, script);
  if (!isIt) throw new Error('The coin is not what the service says');
  return hex;
};
