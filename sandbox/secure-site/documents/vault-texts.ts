import * as v from 'valibot';
import { VAULT, WRAP } from '../keys/schemas.js';

/** The vault, as the server and the device store it: JSON. */
export const vaultText = v.pipe(v.string(), v.parseJson(), VAULT);
/** Its wraps. */
export const wrapsText = v.pipe(v.string(), v.parseJson(), v.array(WRAP));
