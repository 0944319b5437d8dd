import type { BitcoinWallet } from './bitcoin-wallet.js';
import type { SendOrder } from './bitcoinjs/send-bitcoin.js';
import { readPsbt, readTxid } from './wallet-answers.js';

/** Waits for the wallet's answer to a method; its failures become errors of the registry. */
type Ask = <T>(method: string, answer: Promise<T>) => Promise<T>;

/** What a wallet can do for a payment from one of its addresses, with its answers read. What it cannot is absent. */
export const walletSigners = (
  { signPsbt, signAndSendPsbt, sendTransfer }: BitcoinWallet,
  from: string,
  ask: Ask,
): Pick<SendOrder, 'signPsbt' | 'signAndSendPsbt' | 'sendTransfer'> => ({
  signPsbt: signPsbt && (async (psbt, inputs) => readPsbt(await ask('signPsbt', signPsbt({ psbt, inputs })), 'signPsbt')),
  signAndSendPsbt:
    signAndSendPsbt &&
    (async (psbt, inputs) => readTxid(await ask('signAndSendTransaction', signAndSendPsbt({ psbt, inputs })), 'signAndSendTransaction')),
  sendTransfer: sendTransfer && (async (to, sats) => readTxid(await ask('sendTransfer', sendTransfer({ from, to, sats })), 'sendTransfer')),
});
