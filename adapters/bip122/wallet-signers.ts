import type { BitcoinWallet } from './bitcoin-wallet.js';
import type { ProvePayment, SendOrder } from './bitcoinjs/send-bitcoin.js';
import { readPsbt, readTxid } from './wallet-answers.js';

/** How answers are waited for. */
interface Waiting {
  /** Waits for the wallet's answer to a method; its failures become errors of the registry. */
  readonly ask: <T>(method: string, answer: Promise<T>) => Promise<T>;
  /** Has the id of a transaction told that the wallet broadcasts after nobody waits any more. */
  readonly late: (answer: Promise<unknown>, read: (answer: unknown) => Promise<string>) => Promise<unknown>;
}

/** What a wallet can do for a payment from one of its addresses, with its answers read. What it cannot is absent. */
export const walletSigners = (
  { signPsbt, signAndSendPsbt, sendTransfer }: BitcoinWallet,
  from: string,
  { ask, late }: Waiting,
): Pick<SendOrder, 'signPsbt' | 'signAndSendPsbt' | 'sendTransfer'> => {
  const sent = async (method: string, answer: Promise<unknown>, prove: ProvePayment): Promise<string> => {
    const read = async (txid: unknown): Promise<string> => prove(readTxid(txid, method));
    return read(await ask(method, late(answer, read)));
  };
  return {
    signPsbt: signPsbt && (async (psbt, inputs) => readPsbt(await ask('signPsbt', signPsbt({ psbt, inputs })), 'signPsbt')),
    signAndSendPsbt: signAndSendPsbt && ((psbt, inputs, prove) => sent('signAndSendTransaction', signAndSendPsbt({ psbt, inputs }), prove)),
    sendTransfer: sendTransfer && ((to, sats, prove) => sent('sendTransfer', sendTransfer({ from, to, sats }), prove)),
  };
};
