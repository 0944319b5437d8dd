import { token } from '../shared/token.js';
import type { SignatureVerifier } from './signature-verifier.js';

/** Token of the signature verifier. */
export const SIGNATURE_VERIFIER = token<SignatureVerifier>('SignatureVerifier');
