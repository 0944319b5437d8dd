import { secp256k1 } from '@noble/curves/secp256k1.js';
import { equalBytes } from '@noble/curves/utils.js';
import { blake2b } from '@noble/hashes/blake2.js';
import { hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { verify as verifySr25519 } from '@scure/sr25519';
import { decodeSs58 } from '../account/ss58-address.js';
import { attempt } from '../wire.js';
import { isLowS } from './low-s.js';
import type { SignedText } from './signed-text.js';
import { verifyEd25519 } from './verify-ed25519.js';
import { wrapBytes } from './wrap-bytes.js';

type Verify = (signature: Uint8Array, message: Uint8Array, accountId: Uint8Array) => boolean;

const hash = (bytes: Uint8Array): Uint8Array => blake2b(bytes, { dkLen: 32 });

/** The account id of an ecdsa key is the hash of its compressed public key, which is recovered from the signature. */
const verifyEcdsa: Verify = (signature, message, accountId) => {
  if (!isLowS(signature)) return false;
  const [recovery = 0] = signature.slice(64);
  const publicKey = secp256k1.Signature.fromBytes(signature.slice(0, 64), 'compact')
    .addRecoveryBit(recovery)
    .recoverPublicKey(hash(message));
  return equalBytes(hash(publicKey.toBytes(true)), accountId);
};

/** Rejects the identity key and non-canonical points and scalars; a ristretto255 group has no points of small order. */
const verifySchnorr: Verify = (signature, message, accountId) => verifySr25519(message, signature, accountId);

/** Indexed by the MultiSignature prefix. @see https://paritytech.github.io/polkadot-sdk/master/sp_runtime/enum.MultiSignature.html */
const VERIFIERS: readonly Verify[] = [verifyEd25519, verifySchnorr, verifyEcdsa];

const fromHex = (text: string): Uint8Array | null => (/^0x(?:[0-9a-fA-F]{2})*$/.test(text) ? hexToBytes(text.slice(2)) : null);

/** Possible readings of a signature, with or without a key type prefix. */
const candidates = (signature: Uint8Array): readonly (readonly [Verify, Uint8Array])[] => {
  if (signature.length === 64) return [verifySchnorr, verifyEd25519].map((verify) => [verify, signature]);
  const kind = VERIFIERS[signature[0] ?? -1];
  const own = kind !== undefined && signature.length === (kind === verifyEcdsa ? 66 : 65) ? ([[kind, signature.slice(1)]] as const) : [];
  return signature.length === 65 ? [...own, [verifyEcdsa, signature]] : own;
};

const isValid = (verify: Verify, signature: Uint8Array, message: Uint8Array, accountId: Uint8Array): boolean =>
  // The curve libraries throw on invalid points and signatures.
  attempt(() => verify(signature, message, accountId)) ?? false;

/** Verifies a hex signature of an account's sr25519, ed25519 or ecdsa key over any of the messages. `false` for a malformed signature. */
export const isSignedBy = (accountId: Uint8Array, messages: readonly Uint8Array[], signature: string): boolean => {
  const signed = fromHex(signature);
  if (signed === null) return false;
  return candidates(signed).some(([verify, own]) => messages.some((message) => isValid(verify, own, message, accountId)));
};

/**
 * Verifies a message signature of an account's sr25519, ed25519 or ecdsa key, over raw or wrapped bytes.
 * @throws LatchkeyError `address/invalid`, `address/checksum-failed`
 * @see https://wiki.polkadot.com/general/signing-raw-data/
 */
export const isPolkadotMessageSigned = ({ address, message, signature }: SignedText): boolean => {
  const { accountId } = decodeSs58(address);
  const bytes = utf8ToBytes(message);
  return isSignedBy(accountId, [wrapBytes(bytes), bytes], signature);
};
