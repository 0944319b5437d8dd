import * as v from 'valibot';
import { isBase64UrlOf, isStatement, isVault, isWrap } from './shapes.js';
import type { SignedStatement, Statement } from './statement.js';
import type { Vault, Wrap } from './vault.js';

/** A vault from a server or a storage: no member missing or more, ids, epoch, and the exact length of all bytes. */
export const VAULT = v.custom<Vault>(isVault, 'This is no vault.');

/** A wrap from a server or a storage, as strict as {@link VAULT}. */
export const WRAP = v.custom<Wrap>(isWrap, 'This is no wrap.');

/** A statement. */
export const STATEMENT = v.custom<Statement>(isStatement, 'This is no statement.');

/** The signature of a statement. */
export const SIGNED_STATEMENT: v.GenericSchema<unknown, SignedStatement> = v.strictObject({
  publicKey: v.custom<string>(isBase64UrlOf(32), 'This is no key.'),
  signature: v.custom<string>(isBase64UrlOf(64), 'This is no signature.'),
});
