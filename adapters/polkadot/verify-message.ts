import type { SignedMessage } from '../../application/ports/chain-services.js';
import { addressOf } from '../../domain/caip/caip-10.js';
import { isPolkadotMessageSigned } from '../../domain/signatures/polkadot-message.js';

/**
 * Verifies a message signature of an account's sr25519, ed25519 or ecdsa key. Needs no node.
 * @throws LatchkeyError `address/invalid`, `address/checksum-failed`
 */
export const verifyMessage = ({ account, ...signed }: SignedMessage): boolean =>
  isPolkadotMessageSigned({ ...signed, address: addressOf(account) });
