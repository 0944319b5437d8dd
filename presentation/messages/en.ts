import { joinDisjoint } from '../features/join-disjoint.js';
import { accountEn } from './en/account.js';
import { accountNameEn } from './en/account-name.js';
import { activityEn } from './en/activity.js';
import { connectEn } from './en/connect.js';
import { directoryEn } from './en/directory.js';
import { emailEn } from './en/email.js';
import { networkEn } from './en/network.js';
import { nftsEn } from './en/nfts.js';
import { onrampEn } from './en/onramp.js';
import { pairingEn } from './en/pairing.js';
import { receiveEn } from './en/receive.js';
import { sendEn } from './en/send.js';
import { settingsEn } from './en/settings.js';
import { signInEn } from './en/sign-in.js';
import { swapEn } from './en/swap.js';
import { tokensEn } from './en/tokens.js';
import { trayEn } from './en/tray.js';
import { modalEn } from './modal-en.js';

/** English texts of the modal and the buttons. Catalogues in other languages have the same shape. */
export const en = joinDisjoint(
  modalEn,
  connectEn,
  pairingEn,
  directoryEn,
  accountEn,
  accountNameEn,
  activityEn,
  tokensEn,
  trayEn,
  nftsEn,
  receiveEn,
  sendEn,
  onrampEn,
  swapEn,
  networkEn,
  settingsEn,
  signInEn,
  emailEn,
);

/** A catalogue of texts. */
export type Messages = typeof en;
