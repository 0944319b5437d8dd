import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { decodeAddress, encodeAddress, sr25519Verify } from '@polkadot/util-crypto';
// A dependency of `@polkadot/util-crypto`.
import { sr25519Verify as verifyWithWasm, waitReady } from '@polkadot/wasm-crypto';
import { base58 } from '@scure/base';
import * as sr25519 from '@scure/sr25519';
import { Signer, Verifier } from 'bip322-js';
import { hashMessage, verifyMessage } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { isBitcoinMessageSigned } from '../../dist/domain/signatures/bitcoin-message.js';
import { isEvmMessageSigned } from '../../dist/domain/signatures/evm-message.js';
import { isPolkadotMessageSigned } from '../../dist/domain/signatures/polkadot-message.js';
import { isSolanaMessageSigned } from '../../dist/domain/signatures/solana-message.js';

/** Loads the WebAssembly. */
export const prepare = () => waitReady();

const SECRET = new Uint8Array(32).fill(7);
const hex = (bytes) => `0x${Buffer.from(bytes).toString('hex')}`;

const messages = Array.from(
  { length: 100 },
  (_, index) => `app.example wants you to sign in with your account:
0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2

Sign in to Example

URI: https://app.example/login
Version: 1
Chain ID: 1
Nonce: ${String(index).padStart(32, '0')}
Issued At: 2026-01-01T12:00:00.000Z
Expiration Time: 2026-01-01T12:10:00.000Z`,
);

const evm = privateKeyToAccount(hex(SECRET));
const evmKey = secp256k1.getPublicKey(SECRET);
const solanaKey = ed25519.getPublicKey(SECRET);
const polkadotSecret = sr25519.secretFromSeed(SECRET);
const polkadotKey = sr25519.getPublicKey(polkadotSecret);
const wrapped = (message) => utf8ToBytes(`<Bytes>${message}</Bytes>`);

/** The first vectors of BIP-322 and their key, which is public. */
const BITCOIN_KEY = 'L3VFeEujGtevx9w18HD1fhRbCH67Az2dpCymeRE1SoPK6XQtaN2k';
const BITCOIN_ADDRESSES = {
  P2WPKH: 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l',
  P2TR: 'bc1ppv609nr0vr25u07u95waq5lucwfm6tde4nydujnu8npg4q75mr5sxq8lt3',
};
const BITCOIN = 'bip122:000000000019d6689c085ae165831e93';

/** Signs each message; with what a curve library takes. */
const signAll = (address, sign) => Promise.all(messages.map(async (message) => ({ address, message, ...(await sign(message)) })));

/** What is verified, and by which libraries: ours first. */
export const SUBJECTS = [
  {
    name: 'EIP-191 of a key',
    sign: () =>
      signAll(evm.address, async (message) => {
        const signature = await evm.signMessage({ message });
        return { signature, bytes: hexToBytes(signature.slice(2, 130)), hash: hexToBytes(hashMessage(message).slice(2)) };
      }),
    verifiers: [
      ['Latchkey', isEvmMessageSigned],
      ['viem', verifyMessage],
      ['curve library alone (`@noble/curves`)', ({ bytes, hash }) => secp256k1.verify(bytes, hash, evmKey, { prehash: false })],
    ],
  },
  {
    name: 'ed25519 (Solana)',
    sign: () =>
      signAll(base58.encode(solanaKey), async (message) => {
        const bytes = ed25519.sign(utf8ToBytes(message), SECRET);
        return { signature: base58.encode(bytes), bytes };
      }),
    verifiers: [
      ['Latchkey', isSolanaMessageSigned],
      [
        '`@noble/curves` and `@scure/base`',
        ({ address, message, signature }) =>
          ed25519.verify(base58.decode(signature), utf8ToBytes(message), base58.decode(address), { zip215: false }),
      ],
      ['curve library alone (`@noble/curves`)', ({ bytes, message }) => ed25519.verify(bytes, utf8ToBytes(message), solanaKey)],
    ],
  },
  {
    name: 'sr25519 (Polkadot)',
    sign: () =>
      signAll(encodeAddress(polkadotKey, 0), async (message) => {
        const bytes = sr25519.sign(polkadotSecret, wrapped(message));
        return { signature: hex(bytes), bytes };
      }),
    verifiers: [
      ['Latchkey', isPolkadotMessageSigned],
      [
        '`@polkadot/util-crypto`, over an older `@scure/sr25519`',
        ({ address, message, signature }) => sr25519Verify(wrapped(message), signature, decodeAddress(address)),
      ],
      ['`@polkadot/wasm-crypto`: WebAssembly', ({ bytes, message }) => verifyWithWasm(bytes, wrapped(message), polkadotKey)],
      ['curve library alone (`@scure/sr25519`)', ({ bytes, message }) => sr25519.verify(wrapped(message), bytes, polkadotKey)],
    ],
  },
  ...Object.entries(BITCOIN_ADDRESSES).map(([name, address]) => ({
    name: `BIP-322 of ${name}`,
    sign: () => signAll(address, async (message) => ({ signature: String(Signer.sign(BITCOIN_KEY, address, message)) })),
    verifiers: [
      ['Latchkey', (signed) => isBitcoinMessageSigned(signed, BITCOIN)],
      ['`bip322-js`', ({ address, message, signature }) => Verifier.verifySignature(address, message, signature)],
    ],
  })),
];
