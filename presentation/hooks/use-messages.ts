import { en, type Messages } from '../messages/en.js';
import { useLatchkeyContext } from './use-latchkey.js';

/** The texts of the provider around the component. A page that calls this carries the whole English catalogue. */
export const useMessages = (): Messages => useLatchkeyContext('useMessages').messages ?? en;
