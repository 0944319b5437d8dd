import type { ChainId } from '../../domain/caip/caip-2.js';
import type { SignInMessageRequest } from '../ports/sign-in.port.js';
import { token } from '../shared/token.js';

/**
 * Creates the message for a wallet that connects and signs in with one prompt; `null` to connect without. Never rejects, and takes a few
 * seconds at most: the user is waiting for the wallet.
 */
export type ConnectSignIn = (chainId: ChainId) => Promise<SignInMessageRequest | null>;

/** Token of {@link ConnectSignIn}; `null` to connect every wallet without signing in. The default is that of the sign-in service. */
export const CONNECT_SIGN_IN = token<ConnectSignIn | null>('ConnectSignIn');
