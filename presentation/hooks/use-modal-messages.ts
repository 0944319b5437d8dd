import { type ModalMessages, modalEn } from '../messages/modal-en.js';
import { useLatchkeyContext } from './use-latchkey.js';

/**
 * Returns the texts of the modal's first view, its feedback and all titles: those of {@link useMessages} that load with the modal. An app
 * that calls only this one does not bundle the others.
 */
export const useModalMessages = (): ModalMessages => useLatchkeyContext('useModalMessages').messages ?? modalEn;
