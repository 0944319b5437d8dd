import type { SessionInfo } from '../frame/frame-client.js';
import type { LoginUser } from '../protocol/login-user.js';

/** The user of a session. */
export const userOf = ({ provider, email, userName }: SessionInfo): LoginUser => ({ provider, email, userName });
