import { ed25519 } from '@noble/curves/ed25519.js';
import type { SignatureVerdict, SignedMessage } from '../../application/ports/chain-services.js';
import { decodeBase58 } from '../../domain/account/base58.js';
import { solanaOffChainMessages } from '../../domain/account/solana-off-chain-message.js';
import { addressOf } from '../../domain/caip/caip-10.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { isStrictEd25519 } from '../../domain/signatures/strict-ed25519.js';

const ALGORITHM = 'Ed25519';
const KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;

/**
 * Verifies a message signature, over the raw bytes or over an off-chain message as hardware wallets sign. Uses WebCrypto only, no node.
 * @throws LatchkeyError `chain/unsupported` if the browser lacks ed25519 or the page is not a secure context
 * @see https://datatracker.ietf.org/doc/html/rfc8032 and https://wicg.github.io/webcrypto-secure-curves/
 */
export const verifyMessage = async ({ account, message, signature: text, network }: SignedMessage): Promise<boolean> => {
  const [key, signature] = [decodeBase58(addressOf(account)), decodeBase58(text)];
  if (key?.length !== KEY_BYTES || signature?.length !== SIGNATURE_BYTES) return false;
  // WebCrypto engines differ in whether they reject keys and signatures of small order.
  if (!isStrictEd25519(key, signature)) return false;
  const publicKey = await importKey(key, network.caipNetworkId);
  if (publicKey === null) return false;
  for (const bytes of [new TextEncoder().encode(message), ...solanaOffChainMessages(message, key)]) {
    if (await crypto.subtle.verify(ALGORITHM, publicKey, Uint8Array.from(signature), bytes)) return true;
  }
  return false;
};

/** `null` for an address that is not a public key, such as a program address. */
const importKey = async (key: Uint8Array, chainId: string): Promise<CryptoKey | null> => {
  if (globalThis.crypto?.subtle === undefined) throw new LatchkeyError('chain/unsupported', { chainId });
  try {
    return await crypto.subtle.importKey('raw', Uint8Array.from(key), ALGORITHM, false, ['verify']);
  } catch (cause) {
    if ((cause as Error).name === 'NotSupportedError') throw new LatchkeyError('chain/unsupported', { chainId }, { cause });
    return null;
  }
};

/**
 * Verifies an account signature from a wallet. `unknown` for an address that is not a public key, such as a multisig vault.
 * @throws LatchkeyError `chain/unsupported` if the browser lacks ed25519
 */
export const verifySignature = async (signed: SignedMessage): Promise<SignatureVerdict> => {
  if (await verifyMessage(signed)) return 'own';
  const key = decodeBase58(addressOf(signed.account));
  return key !== null && ed25519.utils.isValidPublicKey(key, false) ? 'foreign' : 'unknown';
};
