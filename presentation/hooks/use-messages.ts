import type { Messages } from '../messages/en.js';
import { useLatchkeyContext } from './use-latchkey.js';

/** The texts of the provider around the component. */
export const useMessages = (): Messages => useLatchkeyContext('useMessages').messages;
