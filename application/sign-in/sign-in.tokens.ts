import { token } from '../shared/token.js';
import type { SignInTracker } from './sign-in-tracker.js';

/** Token of the sign-in tracker. */
export const SIGN_IN_TRACKER = token<SignInTracker>('SignInTracker');
