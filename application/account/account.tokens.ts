import { token } from '../shared/token.js';
import type { SignatureJudge } from './signature-judge.js';

/** Token of what looks at signatures before they are handed on. */
export const SIGNATURE_JUDGE = token<SignatureJudge>('SignatureJudge');
