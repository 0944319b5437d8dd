import { equalBytes } from '@noble/curves/utils.js';
import { Transaction } from 'bitcoinjs-lib';
import { pause } from '../../../application/shared/pause.js';
import { LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import type { Network } from '../../../domain/network/network.js';
import type { Esplora } from '../esplora/esplora.js';
import { signedTxid } from './psbt.js';

/** Delay before each lookup: a service may see a transaction later than the wallet's own node. */
const POLL_DELAYS_MS = [0, 1_000, 1_500, 2_500];

/** The payment requested from a wallet. */
export interface WalletPayment {
  /** The recipient's script, and the amount in satoshis. */
  readonly script: Uint8Array;
  readonly value: bigint;
  /** The PSBT, if the wallet received one. */
  readonly psbt?: string;
  readonly network: Network;
  readonly esplora: Esplora;
}

/**
 * Verifies the txid that a wallet returned for its own broadcast: it must equal the PSBT's signed txid, or a service must have a
 * transaction with this txid that makes the requested payment. Not cancelled by an abort; polls for about five seconds.
 * @throws LatchkeyError `network/unknown-outcome` with the txid if it cannot be verified, or if the transaction pays something else
 */
export const verifyWalletPayment = async (txid: string, { script, value, psbt, network, esplora }: WalletPayment): Promise<string> => {
  const expectedId = psbt === undefined ? null : signedTxid(psbt);
  if (txid === expectedId) return txid;
  const neverAborted = new AbortController().signal;
  const pays = ({ outs }: Transaction): boolean => outs.some((out) => out.value === value && equalBytes(out.script, script));
  const findTransaction = async (id: string): Promise<Transaction | null> => {
    const read = (hex: string): Transaction => {
      const transaction = Transaction.fromHex(hex.trim());
      if (transaction.getId() !== id) throw new Error('The service returned a different transaction');
      return transaction;
    };
    // A failed read is retried by the next lookup.
    return esplora.request({ network, path: `/tx/${id}/hex`, read }, neverAborted).catch(() => null);
  };
  for (const waitMs of POLL_DELAYS_MS) {
    if (waitMs > 0) await pause(waitMs, esplora.clock, neverAborted);
    // A wallet may return a wrong id, such as the wtxid, for a transaction that it has broadcast.
    for (const id of expectedId === null ? [txid] : [txid, expectedId]) {
      const found = await findTransaction(id);
      if (found !== null && pays(found)) return id;
    }
  }
  throw new LatchkeyError('network/unknown-outcome', { chainId: network.caipNetworkId, hash: txid });
};
