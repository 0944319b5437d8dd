import { type PageMessages, pageEn } from '../messages/page-en.js';
import { useLatchkeyContext } from './use-latchkey.js';

/** The texts of the buttons in the page: the only ones that a page carries before the modal is needed. */
export const usePageMessages = (): PageMessages => useLatchkeyContext('usePageMessages').messages ?? pageEn;
