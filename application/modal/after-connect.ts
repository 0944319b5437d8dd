import { token } from '../shared/token.js';

/**
 * Policy for the modal once the user has connected: it calls `close` now, later or not at all. The default closes at once; with sign-in the
 * modal stays open for the prompt.
 */
export type AfterConnect = (close: () => void) => void;

/** Token of the policy. */
export const AFTER_CONNECT = token<AfterConnect>('AfterConnect');
