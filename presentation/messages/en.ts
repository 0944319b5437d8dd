import { joinDisjoint } from '../features/join-disjoint.js';
import { buttonsEn } from './buttons-en.js';
import { accountEn } from './en/account.js';
import { connectEn } from './en/connect.js';
import { directoryEn } from './en/directory.js';
import { emailEn } from './en/email.js';
import { modalEn } from './en/modal.js';
import { networkEn } from './en/network.js';
import { pairingEn } from './en/pairing.js';
import { signInEn } from './en/sign-in.js';

/** English texts of the modal and the buttons. Catalogues in other languages have the same shape. */
export const en = joinDisjoint(buttonsEn, modalEn, connectEn, pairingEn, directoryEn, accountEn, networkEn, signInEn, emailEn);

/** A catalogue of texts. */
export type Messages = typeof en;
