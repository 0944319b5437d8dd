import type { SignedMessage } from '../../../application/ports/chain-services.js';
import { decodeSs58 } from '../../../domain/account/ss58-address.js';
import { addressOf } from '../../../domain/caip/caip-10.js';
import { wrapBytes } from '../wrap-bytes.js';
import { isSignedBy } from './is-signed-by.js';

/**
 * Verifies a message signature of an account's sr25519, ed25519 or ecdsa key, over raw or wrapped bytes. Needs no network.
 * @throws LatchkeyError `address/invalid`, `address/checksum-failed`
 * @see https://wiki.polkadot.com/general/signing-raw-data/
 */
export const verifyMessage = ({ account, message, signature }: SignedMessage): boolean => {
  const { accountId } = decodeSs58(addressOf(account));
  const bytes = new TextEncoder().encode(message);
  return isSignedBy(accountId, [wrapBytes(bytes), bytes], signature);
};
