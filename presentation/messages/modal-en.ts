import { joinDisjoint } from '../features/join-disjoint.js';
import { buttonsEn } from './buttons-en.js';
import { accountActionsEn } from './en/account-actions.js';
import { connectListEn } from './en/connect-list.js';
import { sharedEn } from './en/shared.js';
import { signInErrorsEn } from './en/sign-in-errors.js';
import { titlesEn } from './en/titles.js';

/** English texts that load with the modal. Kept apart from those of the views in chunks. */
export const modalEn = joinDisjoint(buttonsEn, sharedEn, titlesEn, connectListEn, accountActionsEn, signInErrorsEn);

/** Texts that load with the modal. */
export type ModalMessages = typeof modalEn;
