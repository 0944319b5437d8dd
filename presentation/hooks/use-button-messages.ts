import { type ButtonMessages, buttonsEn } from '../messages/buttons-en.js';
import { useLatchkeyContext } from './use-latchkey.js';

/** Returns the texts of the buttons in the page, the only ones bundled before the modal is needed. */
export const useButtonMessages = (): ButtonMessages => useLatchkeyContext('useButtonMessages').messages ?? buttonsEn;
