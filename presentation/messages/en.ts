import { joinDisjoint } from '../features/join-disjoint.js';
import { accountEn } from './en/account.js';
import { connectEn } from './en/connect.js';
import { directoryEn } from './en/directory.js';
import { modalEn } from './en/modal.js';
import { networkEn } from './en/network.js';
import { pairingEn } from './en/pairing.js';
import { pageEn } from './page-en.js';

/** The English texts of the modal and the buttons, feature by feature. Each other catalogue has the same shape. */
export const en = joinDisjoint(pageEn, modalEn, connectEn, pairingEn, directoryEn, accountEn, networkEn);

/** A catalogue of texts. */
export type Messages = typeof en;
