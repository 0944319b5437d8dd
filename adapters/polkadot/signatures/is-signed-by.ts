import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { equalBytes } from '@noble/curves/utils.js';
import { blake2b } from '@noble/hashes/blake2.js';
import { hexToBytes } from '@noble/hashes/utils.js';
import { verify as verifySr25519 } from '@scure/sr25519';
import { attempt } from '../../../domain/wire.js';

type Verify = (signature: Uint8Array, message: Uint8Array, accountId: Uint8Array) => boolean;

const hash = (bytes: Uint8Array): Uint8Array => blake2b(bytes, { dkLen: 32 });

/** Of ecdsa keys the account is the hash of the compressed public key, which the signature gives. */
const verifyEcdsa: Verify = (signature, message, accountId) => {
  const [recovery = 0] = signature.slice(64);
  const publicKey = secp256k1.Signature.fromBytes(signature.slice(0, 64), 'compact')
    .addRecoveryBit(recovery)
    .recoverPublicKey(hash(message));
  return equalBytes(hash(publicKey.toBytes(true)), accountId);
};

const verifyEd25519: Verify = (signature, message, accountId) => ed25519.verify(signature, message, accountId);

const verifySchnorr: Verify = (signature, message, accountId) => verifySr25519(message, signature, accountId);

/** By the byte before the signature. @see https://paritytech.github.io/polkadot-sdk/master/sp_runtime/enum.MultiSignature.html */
const KINDS: readonly Verify[] = [verifyEd25519, verifySchnorr, verifyEcdsa];

const fromHex = (text: string): Uint8Array | null => (/^0x(?:[0-9a-f]{2})*$/i.test(text) ? hexToBytes(text.slice(2)) : null);

/** All that a signature may be: with the byte of its kind, or without. */
const readings = (signature: Uint8Array): readonly (readonly [Verify, Uint8Array])[] => {
  if (signature.length === 64) return [verifySchnorr, verifyEd25519].map((verify) => [verify, signature]);
  const kind = KINDS[signature[0] ?? -1];
  const own = kind !== undefined && signature.length === (kind === verifyEcdsa ? 66 : 65) ? ([[kind, signature.slice(1)]] as const) : [];
  return signature.length === 65 ? [...own, [verifyEcdsa, signature]] : own;
};

const holds = (verify: Verify, signature: Uint8Array, message: Uint8Array, accountId: Uint8Array): boolean =>
  // The curves throw at what is no point or no signature.
  attempt(() => verify(signature, message, accountId)) ?? false;

/** Whether a signature in hex is an account's, by its sr25519, ed25519 or ecdsa key, over one of some messages. `false` for what is none. */
export const isSignedBy = (accountId: Uint8Array, messages: readonly Uint8Array[], signature: string): boolean => {
  const signed = fromHex(signature);
  if (signed === null) return false;
  return readings(signed).some(([verify, own]) => messages.some((message) => holds(verify, own, message, accountId)));
};
