import { hexToBytes } from '@noble/hashes/utils.js';
import { base64 } from '@scure/base';
import type { SignatureVerdict, SignedMessage } from '../../../application/ports/chain-services.js';
import { readBitcoinAddressOn } from '../../../domain/account/bitcoin-address.js';
import { addressOf, chainIdOf } from '../../../domain/caip/caip-10.js';
import { belongsTo } from './belongs-to.js';
import { readWitness } from './read-witness.js';
import { verifyMessage } from './verify-message.js';

/** A signature with the key in it. @see BIP-137 */
const RECOVERABLE_BYTES = 65;

/**
 * Judges what a wallet gave as an address's signature. It can be told where one key stands behind the address and the signature has a form of
 * such a key: a recoverable one, or the simple form of BIP-322. Scripts of several keys and the full form are not known here.
 * @throws LatchkeyError `address/…` when the account's address is none of its chain
 * @see BIP-137, BIP-322
 */
export const judgeSignature = async (signed: SignedMessage): Promise<SignatureVerdict> => {
  if (await verifyMessage(signed)) return 'own';
  const address = readBitcoinAddressOn(addressOf(signed.account), chainIdOf(signed.account));
  const bytes = base64.decode(signed.signature);
  const isRecoverable = bytes.length === RECOVERABLE_BYTES;
  const items = readWitness(bytes)?.length;
  const isOfKey = {
    p2pkh: isRecoverable,
    p2wpkh: isRecoverable || items === 2,
    // Whether one key stands behind it only that key tells.
    p2sh: (isRecoverable || items === 2) && signed.publicKey !== undefined && belongsTo(address, hexToBytes(signed.publicKey)),
    p2tr: items === 1,
    p2wsh: false,
    witness: false,
  }[address.type];
  return isOfKey ? 'foreign' : 'unknown';
};
