// @ts-check
import { parseUnits } from 'latchkey';
import { recoverMessageAddress } from 'viem';
import { say } from './print.js';
import { runAloud } from './run-and-print.js';
import { showPairingLinks } from './show-pairing-links.js';

/** @import { Latchkey } from 'latchkey' */

/**
 * Returns the account of a restored session, or pairs a new one.
 * @param {Latchkey} latchkey
 * @param {(uri: string) => void} onLink
 */
const connect = async (latchkey, onLink) => {
  await latchkey.ready;
  const restored = latchkey.getAccount();
  if (restored.isConnected) return restored;
  const stopPrinting = showPairingLinks(latchkey, onLink);
  return runAloud('pairing', latchkey.useCases.pairWallet.execute()).finally(stopPrinting);
};

/**
 * Pairs unless a session was restored, signs a message, and sends a transaction if requested.
 * @param {Latchkey} latchkey
 * @param {{
 *   message: string,
 *   transfer: { to: string, amount: string } | null,
 *   onLink(uri: string): void,
 * }} options
 */
export const workWithWallet = async (latchkey, { message, transfer, onLink }) => {
  const { signMessage, sendTransaction } = latchkey.useCases;
  // Parse first: an invalid amount throws a typed error before the user is asked for anything.
  const value = transfer === null ? 0n : parseUnits(transfer.amount, latchkey.getCaipNetwork()?.nativeCurrency.decimals ?? 18);
  const account = await connect(latchkey, onLink);
  say('account', `${account.address} in ${account.connectedWalletInfo?.name}`);

  const signed = await runAloud('message', signMessage.execute({ message }));
  say('signature', signed);
  // The SDK type covers all namespaces. eip155 signatures are hex.
  const signature = /** @type {`0x${string}`} */ (signed);
  // Works for externally owned accounts. Verify a smart account's signature on its chain, for example with viem's `verifyMessage`.
  say('signed by', await recoverMessageAddress({ message, signature }));

  if (transfer === null) return;
  const { hash, blockNumber } = await runAloud('transfer', sendTransaction.execute({ to: transfer.to, value }));
  say('receipt', `${hash} in block ${blockNumber}`);
};

/**
 * Deletes the session on both sides. Without storage the keys are lost when the process exits, and the wallet would keep a dead session.
 * @param {Latchkey} latchkey
 */
export const disconnectWallet = async (latchkey) => {
  if (latchkey.getAccount().isConnected) await runAloud('disconnect', latchkey.useCases.disconnectWallet.execute({}));
};
