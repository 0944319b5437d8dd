import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { encodeSs58 } from '../../domain/account/ss58-address.js';
import type { PolkadotTestSigner } from './polkadot-signer.js';

/** Generic SS58 prefix. @see https://github.com/paritytech/ss58-registry */
const ANY_NETWORK = 42;

/** Creates a signer with a real ed25519 key derived from a name. The same name gives the same key, so it is for tests only. */
export const polkadotTestSigner = (name: string): PolkadotTestSigner => {
  const secret = sha256(utf8ToBytes(`latchkey test key ${name}`));
  const address = encodeSs58({ prefix: ANY_NETWORK, accountId: ed25519.getPublicKey(secret) });
  return { address, type: 'ed25519', name, sign: (bytes) => ed25519.sign(bytes, secret) };
};
