import { en, type Messages } from '../messages/en.js';
import { useLatchkeyContext } from './use-latchkey.js';

/** Returns the texts of the nearest provider. An app that calls this bundles the whole English catalogue. */
export const useMessages = (): Messages => useLatchkeyContext('useMessages').messages ?? en;
