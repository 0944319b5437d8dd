import { type ModalMessages, modalEn } from '../messages/modal-en.js';
import { useLatchkeyContext } from './use-latchkey.js';

/**
 * Returns the texts that the modal needs from the start: of its first view, its titles and its feedback. All others are in
 * {@link useMessages} only, and load with the views that need them.
 */
export const useModalMessages = (): ModalMessages => useLatchkeyContext('useModalMessages').messages ?? modalEn;
