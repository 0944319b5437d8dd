import { pbkdf2Sync } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';
import { hkdf } from '@noble/hashes/hkdf.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { Keypair, PublicKey } from '@solana/web3.js';
import { recoverAddress, toHex } from 'viem';
import { mnemonicToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import {
  accountsOf,
  deriveEd25519,
  deriveKeys,
  deriveSecp256k1,
  signBytes,
  signDigest,
  wordsOf,
} from '../../../../../sandbox/secure-site/keys/accounts.js';
import vectors from '../../../../vectors/key-derivation.json' with { type: 'json' };
import { fill, fixedRandom, fromHex } from './support.js';

/** Half of the order of secp256k1. */
const HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;

describe('derivation', () => {
  it.each(vectors['bip-39'])('has the words of BIP-39 for $entropy', ({ entropy, words }) => {
    expect(wordsOf(fromHex(entropy))).toBe(words);
  });

  it.each(vectors.secp256k1[0]!.chains)('derives $path as BIP-32 does', ({ path, private: key }) => {
    expect(bytesToHex(deriveSecp256k1(fromHex(vectors.secp256k1[0]!.seed), path))).toBe(key);
  });

  it.each(vectors.ed25519)('derives as SLIP-10 does from $seed', ({ seed, chains }) => {
    for (const { path, private: key, public: publicKey } of chains) {
      const derived = deriveEd25519(fromHex(seed), path);
      expect(bytesToHex(derived)).toBe(key);
      expect(bytesToHex(ed25519.getPublicKey(derived))).toBe(publicKey);
    }
  });

  it.each(vectors['rfc-5869'])('has the HKDF of RFC 5869 ($okm)', ({ ikm, salt, info, length, okm }) => {
    expect(bytesToHex(hkdf(sha256, fromHex(ikm), fromHex(salt), fromHex(info), length))).toBe(okm);
  });

  it('has the accounts that viem and web3.js derive from the words', async () => {
    const { random } = fixedRandom('accounts');
    for (const entropy of [fill(0, 16), fill(255, 16), random(16)]) {
      const accounts = accountsOf(await deriveKeys(entropy));
      expect(accounts.eip155.address).toBe(mnemonicToAccount(wordsOf(entropy)).address);
      const seed = pbkdf2Sync(wordsOf(entropy), 'mnemonic', 2_048, 64, 'sha512');
      const { publicKey } = Keypair.fromSeed(deriveEd25519(seed, [44, 501, 0, 0]));
      expect(accounts.solana.address).toBe(publicKey.toBase58());
    }
    // The account that Phantom and Solflare show for the words abandon … about.
    expect(accountsOf(await deriveKeys(fill(0, 16))).solana.address).toBe('HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk');
    expect(accountsOf(await deriveKeys(fill(0, 16))).eip155.address).toBe('0x9858EfFD232B4033E47d90003D41EC34EcaEda94');
  });

  it('throws for entropy of another length', () => {
    for (const length of [0, 15, 17, 32]) expect(() => wordsOf(fill(1, length))).toThrow(RangeError);
  });
});

describe('signatures', async () => {
  const keys = await deriveKeys(fill(0, 16));
  const { eip155, solana } = accountsOf(keys);

  it('signs a digest recoverably, with a low s, the same each time', async () => {
    const { random } = fixedRandom('digests');
    for (let count = 0; count < 16; count += 1) {
      const digest = random(32);
      const signature = signDigest(digest, keys);
      expect(signDigest(digest, keys)).toEqual(signature);
      const [r, s, bit] = [toHex(signature.subarray(0, 32)), toHex(signature.subarray(32, 64)), signature[64]];
      expect(BigInt(s)).toBeLessThanOrEqual(HALF_ORDER);
      expect(await recoverAddress({ hash: toHex(digest), signature: { r, s, yParity: bit! } })).toBe(eip155.address);
      // viem signs by RFC 6979 too.
      expect(toHex(signature).slice(0, 130)).toBe((await viemSignature(digest)).slice(0, 130));
    }
    expect(() => signDigest(fill(1, 31), keys)).toThrow(RangeError);
  });

  it('signs bytes for the Solana address', () => {
    const bytes = new TextEncoder().encode('message');
    expect(ed25519.verify(signBytes(bytes, keys), bytes, new PublicKey(solana.address).toBytes())).toBe(true);
  });
});

const viemSignature = (digest: Uint8Array): Promise<`0x${string}`> => mnemonicToAccount(wordsOf(fill(0, 16))).sign({ hash: toHex(digest) });
