import { equalBytes } from '@noble/curves/utils.js';
import { Transaction } from 'bitcoinjs-lib';
import { pause } from '../../../application/shared/pause.js';
import { LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import type { Network } from '../../../domain/network/network.js';
import type { Esplora } from '../esplora/esplora.js';
import { signedIdOf } from './psbt.js';

/** A service may hear of a transaction a moment later than the wallet's own node: how long is waited before each look. */
const LOOKS_MS = [0, 1_000, 1_500, 2_500];

/** What a wallet was asked to pay. */
export interface WalletPayment {
  /** The recipient's script, and satoshi. */
  readonly script: Uint8Array;
  readonly value: bigint;
  /** The PSBT, where it was given one. */
  readonly psbt?: string;
  readonly network: Network;
  readonly esplora: Esplora;
}

/**
 * Makes sure of the id that a wallet told of what it broadcast by itself: it is the one that the PSBT has once it is signed, or a service
 * knows a transaction by it that pays just what was asked for. Goes on for whoever left meanwhile; at most five seconds and the service's own.
 * @throws LatchkeyError `network/unknown-outcome` with the id where that cannot be told, also where it pays something else
 */
export const proveWalletPayment = async (txid: string, { script, value, psbt, network, esplora }: WalletPayment): Promise<string> => {
  const own = psbt === undefined ? null : signedIdOf(psbt);
  if (txid === own) return txid;
  const patient = new AbortController().signal;
  const pays = ({ outs }: Transaction): boolean => outs.some((out) => out.value === value && equalBytes(out.script, script));
  const find = async (id: string): Promise<Transaction | null> => {
    const read = (hex: string): Transaction => {
      const transaction = Transaction.fromHex(hex.trim());
      if (transaction.getId() !== id) throw new Error('The service gave another transaction');
      return transaction;
    };
    // What cannot be read now may be read at the next look; nothing is said of it before.
    return esplora.ask({ network, path: `/tx/${id}/hex`, read }, patient).catch(() => null);
  };
  for (const waitMs of LOOKS_MS) {
    if (waitMs > 0) await pause(waitMs, esplora.clock, patient);
    // A wallet that names it wrongly, as by the hash with its witness, has broadcast it all the same.
    for (const id of own === null ? [txid] : [txid, own]) {
      const found = await find(id);
      if (found !== null && pays(found)) return id;
    }
  }
  throw new LatchkeyError('network/unknown-outcome', { chainId: network.caipNetworkId, hash: txid });
};
