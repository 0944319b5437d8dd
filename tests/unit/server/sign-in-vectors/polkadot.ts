import { ed25519, ristretto255 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToNumberLE, numberToBytesLE } from '@noble/curves/utils.js';
import { blake2b } from '@noble/hashes/blake2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';
import { __tests, getPublicKey, secretFromSeed } from '@scure/sr25519';
import { decodeSs58, encodeSs58 } from '../../../../domain/account/ss58-address.js';
import { wrapBytes } from '../../../../domain/signatures/wrap-bytes.js';
import { NON_CANONICAL_POINTS, SMALL_ORDER_POINTS } from '../../../vectors/ed25519-small-order.js';
import { POLKADOT_KEYS, testSecret } from '../../domain/sign-in/sign-in-signers.js';
import { malleated, withLargeS as withLargeEcdsaS, withoutS } from './ecdsa.js';
import { FORGED, withLargeS, withSmallOrderR } from './solana.js';
import { account, alter, type Change, signature, signatureBytes, signText, textOf, type Vector } from './vector.js';

const secret = testSecret('alice');

const address = (change: (address: string) => string): Change =>
  signText((text, { signer }) => text.replace(signer.accountAddress, change(signer.accountAddress)));

/** Changes the bytes of an address, but not its checksum. */
const addressBytes = (change: (bytes: Uint8Array) => Uint8Array): Change => address((text) => base58.encode(change(base58.decode(text))));

/** The address with prefix bytes that {@link encodeSs58} refuses, and the right checksum. */
const withPrefix = (...prefix: readonly number[]): Change =>
  address((text) => {
    const body = Uint8Array.of(...prefix, ...decodeSs58(text).accountId);
    return base58.encode(Uint8Array.of(...body, ...blake2b(concatBytes(utf8ToBytes('SS58PRE'), body), { dkLen: 64 }).subarray(0, 2)));
  });

const textBytes = (text: string): Uint8Array => wrapBytes(utf8ToBytes(text));

/** Signs other bytes than the wrapped text. */
const ofBytes = (type: keyof typeof POLKADOT_KEYS, make: (text: string) => Uint8Array): Change =>
  signatureBytes((_, attempt) => POLKADOT_KEYS[type].sign(make(textOf(attempt)), secret));

/** Vectors of a type of key. */
const anyOf = (type: keyof typeof POLKADOT_KEYS): readonly Vector[] => [
  [
    'the same account with the prefix of another chain',
    'wrong-signature',
    alter(({ signer }) => ({ accountAddress: encodeSs58({ prefix: 2, accountId: decodeSs58(signer.accountAddress).accountId }) })),
  ],
  [
    'an address with a wrong checksum',
    'invalid-message',
    addressBytes((bytes) => bytes.map((byte, at) => (at === bytes.length - 1 ? byte ^ 1 : byte))),
  ],
  [
    'an address with another prefix and the old checksum',
    'invalid-message',
    addressBytes((bytes) => bytes.map((byte, at) => (at === 0 ? 2 : byte))),
  ],
  ['an address with a reserved prefix', 'invalid-message', withPrefix(46)],
  ['an address with a short prefix in the long form', 'invalid-message', withPrefix(0x40, 0)],
  ['the account id in hex', 'invalid-message', address((text) => `0x${bytesToHex(decodeSs58(text).accountId)}`)],
  [
    'the chain in upper case',
    'invalid-message',
    signText((text) => text.replace(/Chain ID: .*/, (line) => line.toUpperCase().replace('CHAIN ID', 'Chain ID'))),
  ],
  [
    'a whole genesis hash as chain',
    'invalid-message',
    signText((text) => text.replace(/Chain ID: .*/, (line) => `${line}${'0'.repeat(32)}`)),
  ],
  [
    'a signature of the text wrapped twice',
    'wrong-signature',
    ofBytes(type, (text) => concatBytes(utf8ToBytes('<Bytes>'), textBytes(text), utf8ToBytes('</Bytes>'))),
  ],
  ['a signature of the text in another wrapper', 'wrong-signature', ofBytes(type, (text) => utf8ToBytes(`<bytes>${text}</bytes>`))],
  ['a signature of the text in half a wrapper', 'wrong-signature', ofBytes(type, (text) => utf8ToBytes(`<Bytes>${text}`))],
  ['a signature of the hash of the text', 'wrong-signature', ofBytes(type, (text) => blake2b(utf8ToBytes(text), { dkLen: 32 }))],
  ['a signature of the hex of the text', 'wrong-signature', ofBytes(type, (text) => utf8ToBytes(`0x${bytesToHex(utf8ToBytes(text))}`))],
  ['a signature without 0x', 'wrong-signature', signature((text) => text.slice(2))],
  ['a signature with 0X', 'wrong-signature', signature((text) => text.replace('0x', '0X'))],
  ['a signature of an odd number of digits', 'wrong-signature', signature((text) => `${text}0`)],
  ['a signature with letters that are no digits', 'wrong-signature', signature((text) => text.replace(/.$/, 'g'))],
  ['a type byte that there is not', 'wrong-signature', signatureBytes((bytes) => Uint8Array.of(3, ...bytes))],
  [
    'two type bytes',
    'wrong-signature',
    signatureBytes((bytes) => {
      const at = ['ed25519', 'sr25519', 'ecdsa'].indexOf(type);
      return Uint8Array.of(at, at, ...bytes);
    }),
  ],
  [
    'the type byte of the next type',
    'wrong-signature',
    signatureBytes((bytes) => Uint8Array.of((['ed25519', 'sr25519', 'ecdsa'].indexOf(type) + 1) % 3, ...bytes)),
  ],
  [
    'a byte after the signature with its type',
    'wrong-signature',
    signatureBytes((bytes) => Uint8Array.of(['ed25519', 'sr25519', 'ecdsa'].indexOf(type), ...bytes, 0)),
  ],
  [
    'the type byte after the signature',
    'wrong-signature',
    signatureBytes((bytes) => Uint8Array.of(...bytes, ['ed25519', 'sr25519', 'ecdsa'].indexOf(type))),
  ],
];

/** A signature of the key for another context than `substrate`. @see https://github.com/w3f/schnorrkel */
const inContext = (context: string, message: Uint8Array): Uint8Array => {
  const key = secretFromSeed(secret);
  const { Point } = ristretto255;
  const transcript = new __tests.SigningContext('SigningContext');
  transcript.label(utf8ToBytes(context));
  transcript.bytes(message);
  transcript.protoName('Schnorr-sig');
  transcript.appendMessage('sign:pk', getPublicKey(key));
  const r = 7n;
  const R = Point.BASE.multiply(r);
  transcript.appendMessage('sign:R', R.toBytes());
  const k = transcript.challengeScalar('sign:c');
  const s = Point.Fn.create(k * (bytesToNumberLE(key.subarray(0, 32)) >> 3n) + r);
  return concatBytes(R.toBytes(), numberToBytesLE(s | (1n << 255n), 32));
};

const MARKER = 0x80;

/** R = s · B: fits the identity as key and every message, without a secret. */
const FORGED_SCHNORR = concatBytes(ristretto255.Point.BASE.multiply(7n).toBytes(), numberToBytesLE(7n | (1n << 255n), 32));

const encodeKey = (hex: string): string => encodeSs58({ prefix: 0, accountId: hexToBytes(hex) });
const [IDENTITY = '', , , , OF_ORDER_8 = ''] = SMALL_ORDER_POINTS;

/** Vectors of Polkadot, by the type of key. */
export const POLKADOT_VECTORS = {
  sr25519: [
    ...anyOf('sr25519'),
    [
      'a signature without its marker bit',
      'wrong-signature',
      signatureBytes((bytes) => bytes.map((byte, at) => (at === 63 ? byte & ~MARKER : byte))),
    ],
    [
      'a signature in another context',
      'wrong-signature',
      signatureBytes((_, attempt) => inContext('substrate2', textBytes(textOf(attempt)))),
    ],
    ['a signature without a context', 'wrong-signature', signatureBytes((_, attempt) => inContext('', textBytes(textOf(attempt))))],
    [
      'a signature with s out of range',
      'wrong-signature',
      signatureBytes((bytes) =>
        withLargeS(bytes.map((byte, at) => (at === 63 ? byte & ~MARKER : byte))).map((byte, at) => (at === 63 ? byte | MARKER : byte)),
      ),
    ],
    [
      'a signature with another encoding of R',
      'wrong-signature',
      signatureBytes((bytes) => bytes.map((byte, at) => (at === 31 ? byte | 0x80 : byte))),
    ],
    ['the identity as key', 'wrong-signature', account(encodeKey('00'.repeat(32)), () => FORGED_SCHNORR)],
    ['a key that is no point', 'wrong-signature', account(encodeKey('ff'.repeat(32)), () => FORGED_SCHNORR)],
    [
      'an ed25519 signature of the same secret',
      'wrong-signature',
      signatureBytes((_, attempt) => ed25519.sign(textBytes(textOf(attempt)), secret)),
    ],
    [
      'an ecdsa signature of the same secret',
      'wrong-signature',
      signatureBytes((_, attempt) => POLKADOT_KEYS.ecdsa.sign(textBytes(textOf(attempt)), secret)),
    ],
  ],
  ed25519: [
    ...anyOf('ed25519'),
    ['a signature with S out of range', 'wrong-signature', signatureBytes((bytes) => withLargeS(bytes))],
    [
      'a signature with R of small order',
      'wrong-signature',
      signatureBytes((_, attempt) => withSmallOrderR(textBytes(textOf(attempt)), secret)),
    ],
    ['the identity as key', 'wrong-signature', account(encodeKey(IDENTITY), () => FORGED)],
    ['a key of small order', 'wrong-signature', account(encodeKey(OF_ORDER_8), () => FORGED)],
    ['another encoding of the identity as key', 'wrong-signature', account(encodeKey(NON_CANONICAL_POINTS[4] ?? ''), () => FORGED)],
    [
      'an sr25519 signature of the same secret',
      'wrong-signature',
      signatureBytes((_, attempt) => POLKADOT_KEYS.sr25519.sign(textBytes(textOf(attempt)), secret)),
    ],
  ],
  ecdsa: [
    ...anyOf('ecdsa'),
    [
      'a signature with the larger s',
      'wrong-signature',
      signatureBytes((bytes) => Uint8Array.of(...malleated(bytes), 1 - (bytes[64] ?? 0))),
    ],
    [
      'a signature with s out of range',
      'wrong-signature',
      signatureBytes((bytes) => Uint8Array.of(...withLargeEcdsaS(bytes), bytes[64] ?? 0)),
    ],
    ['a signature with s of zero', 'wrong-signature', signatureBytes((bytes) => Uint8Array.of(...withoutS(bytes), bytes[64] ?? 0))],
    ['the other recovery bit', 'wrong-signature', signatureBytes((bytes) => bytes.map((byte, at) => (at === 64 ? 1 - byte : byte)))],
    [
      'a recovery bit as on Ethereum',
      'wrong-signature',
      signatureBytes((bytes) => bytes.map((byte, at) => (at === 64 ? 27 + byte : byte))),
    ],
    ['a signature without its recovery bit', 'wrong-signature', signatureBytes((bytes) => bytes.subarray(0, 64))],
    [
      'a recovery bit before the signature',
      'wrong-signature',
      signatureBytes((bytes) => Uint8Array.of(bytes[64] ?? 0, ...bytes.subarray(0, 64))),
    ],
    [
      'a signature of the hash of Ethereum',
      'wrong-signature',
      signatureBytes((_, attempt) => {
        const [recovery = 0, ...rest] = secp256k1.sign(keccak_256(textBytes(textOf(attempt))), secret, {
          prehash: false,
          format: 'recovered',
        });
        return Uint8Array.from([...rest, recovery]);
      }),
    ],
    [
      'an account that is the hash of the uncompressed key',
      'wrong-signature',
      account(encodeKey(bytesToHex(blake2b(secp256k1.getPublicKey(secret, false), { dkLen: 32 }))), (text) =>
        POLKADOT_KEYS.ecdsa.sign(textBytes(text), secret),
      ),
    ],
    [
      'an account that is the x of the key',
      'wrong-signature',
      account(encodeKey(bytesToHex(secp256k1.getPublicKey(secret, true).subarray(1))), (text) =>
        POLKADOT_KEYS.ecdsa.sign(textBytes(text), secret),
      ),
    ],
  ],
} as const satisfies Readonly<Record<string, readonly Vector[]>>;
