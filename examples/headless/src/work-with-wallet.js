import { parseUnits } from 'latchkey';
import { recoverMessageAddress } from 'viem';
import { runAloud } from './run-aloud.js';
import { say } from './say.js';
import { showPairingLinks } from './show-pairing-links.js';

/** @import { Latchkey } from 'latchkey' */

/**
 * The account of a session that an earlier start has kept, or of one that is paired now.
 * @param {Latchkey} latchkey
 * @param {(uri: string) => void} onLink
 */
const connect = async (latchkey, onLink) => {
  await latchkey.ready;
  const kept = latchkey.getAccount();
  if (kept.isConnected) return kept;
  const stopShowing = showPairingLinks(latchkey, onLink);
  return runAloud('pairing', latchkey.useCases.pairWallet.execute()).finally(stopShowing);
};

/**
 * Pairs unless a session was kept, signs and, where wanted, sends.
 * @param {Latchkey} latchkey
 * @param {{
 *   message: string,
 *   transfer: { to: string, amount: string } | null,
 *   onLink(uri: string): void,
 * }} wishes
 */
export const workWithWallet = async (latchkey, { message, transfer, onLink }) => {
  const { signMessage, sendTransaction } = latchkey.useCases;
  // Before anybody is asked for anything: an amount that is none is a typed error.
  const value = transfer === null ? 0n : parseUnits(transfer.amount, latchkey.getCaipNetwork()?.nativeCurrency.decimals ?? 18);
  const account = await connect(latchkey, onLink);
  say('account', `${account.address} in ${account.connectedWalletInfo?.name}`);

  const signed = await runAloud('message', signMessage.execute({ message }));
  say('signature', signed);
  // An eip155 account signs in hex; the type is that of every namespace.
  const signature = /** @type {`0x${string}`} */ (signed);
  // Recovers what a plain account signed. A smart account's signature is checked on its chain instead: viem's verifyMessage does.
  say('signed by', await recoverMessageAddress({ message, signature }));

  if (transfer === null) return;
  const { hash, blockNumber } = await runAloud('transfer', sendTransaction.execute({ to: transfer.to, value }));
  say('receipt', `${hash} in block ${blockNumber}`);
};

/**
 * Ends the session, also in the wallet: keys that nobody keeps end with this process, and the wallet is not to hold on to what
 * nobody can use.
 * @param {Latchkey} latchkey
 */
export const leaveWallet = async (latchkey) => {
  if (latchkey.getAccount().isConnected) await runAloud('disconnect', latchkey.useCases.disconnectWallet.execute({}));
};
