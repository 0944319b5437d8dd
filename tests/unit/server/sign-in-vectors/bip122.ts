import { secp256k1 } from '@noble/curves/secp256k1.js';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base64, bech32, bech32m, createBase58check } from '@scure/base';
import { type Bip122TestKey, bip122TestKey } from '../../../../testing/wallets/bip122-keys.js';
import { signTestMessage } from '../../../../testing/wallets/bip122-test-messages.js';
import { malleated, withLargeS, withoutS } from './ecdsa.js';
import { account, type Change, signature, signatureBytes, signText, textOf, type Vector } from './vector.js';

const address = (change: (address: string) => string): Change =>
  signText((text, { signer }) => text.replace(signer.accountAddress, change(signer.accountAddress)));

/** The address with its program in the other code: bech32m for P2WPKH, bech32 for P2TR. */
const inOtherCode = (text: string): string => {
  const [decode, encode] = text.startsWith('bc1q') ? [bech32.decode, bech32m.encode] : [bech32m.decode, bech32.encode];
  return encode('bc', decode(text as `${string}1${string}`).words);
};

/** The address with a letter that fails its checksum. */
const mistyped = (text: string): string => text.replace(/.$/, (last) => (last === 'q' ? 'p' : 'q'));

/** The items of a witness. */
const itemsOf = (witness: Uint8Array): readonly Uint8Array[] => {
  const items: Uint8Array[] = [];
  for (let at = 1; at < witness.length; at += 1 + (witness[at] ?? 0)) items.push(witness.slice(at + 1, at + 1 + (witness[at] ?? 0)));
  return items;
};

const witnessOf = (items: readonly Uint8Array[]): Uint8Array =>
  concatBytes(Uint8Array.of(items.length), ...items.map((item) => concatBytes(Uint8Array.of(item.length), item)));

/** Changes the items of the witness of BIP-322. */
const witness = (change: (items: readonly Uint8Array[]) => readonly Uint8Array[]): Change =>
  signatureBytes((bytes) => witnessOf(change(itemsOf(bytes))));

/** Changes the first item, the signature. */
const witnessSignature = (change: (item: Uint8Array) => Uint8Array): Change =>
  witness(([first = new Uint8Array(), ...rest]) => [change(first), ...rest]);

const sighash = (byte: number): Change => witnessSignature((item) => Uint8Array.of(...item.subarray(0, -1), byte));

/** Changes the numbers of the signature in DER. */
const numbers = (change: (numbers: Uint8Array) => Uint8Array): Change =>
  witnessSignature((item) => {
    const compact = secp256k1.Signature.fromBytes(item.slice(0, -1), 'der').toBytes('compact');
    return Uint8Array.of(...secp256k1.Signature.fromBytes(change(compact), 'compact').toBytes('der'), 1);
  });

/** A signature in DER with a zero byte before r, which is not its shortest form. */
const withPaddedR = (item: Uint8Array): Uint8Array => {
  const [tag = 0, length = 0, integer = 0, rLength = 0, ...rest] = item;
  return Uint8Array.of(tag, length + 1, integer, rLength + 1, 0, ...rest);
};

/** Signs as another kind of key or wallet does. */
const signedAs = (key: Bip122TestKey, protocol: 'ecdsa' | 'bip322'): Change =>
  signatureBytes((_, attempt) => signTestMessage(key, textOf(attempt), protocol));

const [p2wpkh, p2tr, p2pkh] = [bip122TestKey('p2wpkh', 'alice'), bip122TestKey('p2tr', 'alice'), bip122TestKey('p2pkh', 'alice')];

/** A signature of the digest of a text with the prefix of another chain or none. */
const legacyOf = (digest: (text: string) => Uint8Array): Change =>
  signatureBytes((_, attempt) => {
    const text = textOf(attempt);
    const [recovery = 0, ...rest] = secp256k1.sign(digest(text), p2pkh.secret, { prehash: false, format: 'recovered' });
    return Uint8Array.from([31 + recovery, ...rest]);
  });

const sha256d = (bytes: Uint8Array): Uint8Array => sha256(sha256(bytes));
const prefixed = (prefix: string, text: string): Uint8Array =>
  sha256d(concatBytes(utf8ToBytes(prefix), Uint8Array.of(0xfd, text.length & 0xff, text.length >> 8), utf8ToBytes(text)));

const header = (change: (header: number) => number): Change =>
  signatureBytes(([first = 0, ...rest]) => Uint8Array.of(change(first), ...rest));

const hash160 = (bytes: Uint8Array): Uint8Array => ripemd160(sha256(bytes));

/** Alice's key, uncompressed, as a P2WPKH account: it cannot spend. @see BIP-143 */
const uncompressed = ((): Bip122TestKey => {
  const publicKey = secp256k1.getPublicKey(p2wpkh.secret, false);
  const program = hash160(publicKey);
  const text = bech32.encode('bc', [0, ...bech32.toWords(program)]);
  return { ...p2wpkh, publicKey, script: Uint8Array.of(0, 20, ...program), addressOn: () => text };
})();

/** Vectors of the three types of addresses. */
const ANY: readonly Vector[] = [
  [
    'an address of a test network',
    'invalid-message',
    signText((text, { signer }) => text.replace(signer.accountAddress, signer.otherAddress ?? '')),
  ],
  ['an address with a wrong checksum', 'invalid-message', address(mistyped)],
  [
    'the chain in upper case',
    'invalid-message',
    signText((text) => text.replace(/Chain ID: .*/, (line) => line.toUpperCase().replace('CHAIN ID', 'Chain ID'))),
  ],
  [
    'a whole genesis hash as chain',
    'invalid-message',
    signText((text) => text.replace(/Chain ID: .*/, (line) => `${line}4ff763ae46a2a6c172b3f1b60a8ce26f`)),
  ],
  ['a signature with base64 of URLs', 'wrong-signature', signature((text) => `${text.replace(/[+/]/g, '-').slice(0, -1)}_`)],
  [
    'the witness of BIP-322 full',
    'wrong-signature',
    signatureBytes((bytes) =>
      concatBytes(
        new Uint8Array(4),
        Uint8Array.of(0, 1, 1),
        new Uint8Array(41),
        Uint8Array.of(1),
        new Uint8Array(10),
        bytes,
        new Uint8Array(4),
      ),
    ),
  ],
  ['a witness of no items', 'wrong-signature', signatureBytes(() => Uint8Array.of(0))],
  ['a witness of empty items', 'wrong-signature', signatureBytes(() => Uint8Array.of(2, 0, 0))],
];

const SEGWIT: readonly Vector[] = [
  ['the prefix of BIP-322 full', 'wrong-signature', signature((text) => `ful${text}`)],
  ['the prefix of BIP-322 simple twice', 'wrong-signature', signature((text) => `smpsmp${text}`)],
  ['the prefix of BIP-322 simple in upper case', 'wrong-signature', signature((text) => `SMP${text}`)],
  ['an address in upper case', 'invalid-message', address((text) => text.toUpperCase())],
  [
    'an address in mixed case',
    'invalid-message',
    address((text) => text.replace(/.$/, (last) => last.toUpperCase()).replace('bc1', 'Bc1')),
  ],
  ['an address with the checksum of the other version', 'invalid-message', address(inOtherCode)],
  ['an additional witness item', 'wrong-signature', witness((items) => [...items, new Uint8Array()])],
  ['an annex', 'wrong-signature', witness((items) => [...items, Uint8Array.of(0x50)])],
  ['a byte after the witness', 'wrong-signature', signatureBytes((bytes) => Uint8Array.of(...bytes, 1))],
  ['a witness with a larger count', 'wrong-signature', signatureBytes((bytes) => bytes.map((byte, at) => (at === 0 ? byte + 1 : byte)))],
];

/** Types of a signature: for no output, and for one output of any input. @see BIP-143 */
const [SIGHASH_NONE, SIGHASH_SINGLE_ANY] = [0x02, 0x83];

/** Vectors of Bitcoin, by the type of address. */
export const BIP122_VECTORS = {
  P2WPKH: [
    ...ANY,
    ...SEGWIT,
    ['a signature for no output', 'wrong-signature', sighash(SIGHASH_NONE)],
    ['a signature for one output', 'wrong-signature', sighash(SIGHASH_SINGLE_ANY)],
    ['a signature without its type', 'wrong-signature', witnessSignature((item) => item.subarray(0, -1))],
    ['a signature with the larger s', 'wrong-signature', numbers(malleated)],
    ['a signature in DER that is longer than needed', 'wrong-signature', witnessSignature(withPaddedR)],
    [
      'a signature that is not in DER',
      'wrong-signature',
      witnessSignature((item) => Uint8Array.of(...secp256k1.Signature.fromBytes(item.slice(0, -1), 'der').toBytes('compact'), 1)),
    ],
    [
      'the public key of another account',
      'wrong-signature',
      witness(([first = new Uint8Array()]) => [first, bip122TestKey('p2wpkh', 'bob').publicKey]),
    ],
    ['the public key alone', 'wrong-signature', witness(([, key = new Uint8Array()]) => [key])],
    ['public key and signature in another order', 'wrong-signature', witness((items) => items.toReversed())],
    [
      'the x of the public key',
      'wrong-signature',
      witness(([first = new Uint8Array(), key = new Uint8Array()]) => [first, key.subarray(1)]),
    ],
    ['an uncompressed public key', 'wrong-signature', witness(([first = new Uint8Array()]) => [first, uncompressed.publicKey])],
    [
      'an account of an uncompressed public key',
      'wrong-signature',
      account(uncompressed.addressOn('main'), (text) => signTestMessage(uncompressed, text, 'bip322')),
    ],
    [
      'a legacy signature of an uncompressed public key',
      'wrong-signature',
      account(uncompressed.addressOn('main'), (text) =>
        signTestMessage(uncompressed, text, 'ecdsa').map((byte, at) => (at === 0 ? byte - 4 : byte)),
      ),
    ],
    [
      'a witness of another key for the address',
      'wrong-signature',
      signedAs({ ...bip122TestKey('p2wpkh', 'bob'), script: p2wpkh.script }, 'bip322'),
    ],
    ['a witness for the P2PKH address of the key', 'wrong-signature', signedAs({ ...p2wpkh, script: p2pkh.script }, 'bip322')],
    ['a witness for the P2TR address of the key', 'wrong-signature', signedAs(p2tr, 'bip322')],
    ['a legacy signature of another key', 'wrong-signature', signedAs(bip122TestKey('p2wpkh', 'bob'), 'ecdsa')],
    [
      'a legacy signature with the larger s',
      'wrong-signature',
      signatureBytes((_, attempt) => {
        const [first = 0, ...rest] = signTestMessage(p2wpkh, textOf(attempt), 'ecdsa');
        return Uint8Array.of(((first - 31) ^ 1) + 31, ...malleated(Uint8Array.from(rest)));
      }),
    ],
  ],
  P2TR: [
    ...ANY,
    ...SEGWIT,
    [
      'a signature with the default type written out',
      'wrong-signature',
      witnessSignature((item) => Uint8Array.of(...item.subarray(0, 64), 0)),
    ],
    ['a signature for no output', 'wrong-signature', witnessSignature((item) => Uint8Array.of(...item.subarray(0, 64), SIGHASH_NONE))],
    [
      'a signature for one output',
      'wrong-signature',
      witnessSignature((item) => Uint8Array.of(...item.subarray(0, 64), SIGHASH_SINGLE_ANY)),
    ],
    [
      'a signature for all outputs that is one for the default',
      'wrong-signature',
      witnessSignature((item) => Uint8Array.of(...item.subarray(0, 64), 1)),
    ],
    ['a signature without its witness', 'wrong-signature', signatureBytes((bytes) => bytes.subarray(2))],
    ['a witness with the public key', 'wrong-signature', witness(([first = new Uint8Array()]) => [first, p2tr.publicKey.subarray(1)])],
    ['a witness for the P2WPKH address of the key', 'wrong-signature', signedAs(p2wpkh, 'bip322')],
    ['a P2WPKH witness for this address', 'wrong-signature', signedAs({ ...p2wpkh, script: p2tr.script }, 'bip322')],
    ['a legacy signature', 'wrong-signature', signedAs(p2tr, 'ecdsa')],
    ['R and s in another order', 'wrong-signature', witnessSignature((item) => concatBytes(item.subarray(32), item.subarray(0, 32)))],
    ['s out of range', 'wrong-signature', witnessSignature((item) => withLargeS(item))],
    ['s of zero', 'wrong-signature', witnessSignature((item) => withoutS(item))],
  ],
  P2PKH: [
    ...ANY,
    [
      'an address of another version',
      'invalid-message',
      address((text) => createBase58check(sha256).encode(Uint8Array.of(0x30, ...createBase58check(sha256).decode(text).subarray(1)))),
    ],
    [
      'the P2SH address of the key’s hash',
      'wrong-signature',
      account(createBase58check(sha256).encode(Uint8Array.of(0x05, ...hash160(p2pkh.publicKey))), (text) =>
        signTestMessage(p2pkh, text, 'ecdsa'),
      ),
    ],
    ['the P2TR address of the key', 'wrong-signature', account(p2tr.addressOn('main'), (text) => signTestMessage(p2pkh, text, 'ecdsa'))],
    [
      'a signature with the larger s',
      'wrong-signature',
      signatureBytes(([first = 0, ...rest]) => Uint8Array.of(((first - 31) ^ 1) + 31, ...malleated(Uint8Array.from(rest)))),
    ],
    [
      'a signature with s out of range',
      'wrong-signature',
      signatureBytes(([first = 0, ...rest]) => Uint8Array.of(first, ...withLargeS(Uint8Array.from(rest)))),
    ],
    [
      'a signature with s of zero',
      'wrong-signature',
      signatureBytes(([first = 0, ...rest]) => Uint8Array.of(first, ...withoutS(Uint8Array.from(rest)))),
    ],
    ['the other recovery bit', 'wrong-signature', header((first) => ((first - 31) ^ 1) + 31)],
    ['the header of an uncompressed key', 'wrong-signature', header((first) => first - 4)],
    ['a header that is too large', 'wrong-signature', header((first) => first + 16)],
    ['a header that is too small', 'wrong-signature', header((first) => first - 16)],
    ['the header at the end', 'wrong-signature', signatureBytes(([first = 0, ...rest]) => Uint8Array.of(...rest, first))],
    ['a legacy signature with the prefix of BIP-322 simple', 'wrong-signature', signature((text) => `smp${text}`)],
    ['no header', 'wrong-signature', signatureBytes(([, ...rest]) => Uint8Array.from(rest))],
    ['a witness of BIP-322', 'wrong-signature', signedAs(p2pkh, 'bip322')],
    ['base64 without its padding', 'wrong-signature', signature((text) => text.replace(/=+$/, ''))],
    [
      'base64 with other bits in its padding',
      'wrong-signature',
      signature((text) => text.replace(/.=$/, (end) => `${end.startsWith('A') ? 'B' : String.fromCharCode(end.charCodeAt(0) + 1)}=`)),
    ],
    [
      'a signature in DER',
      'wrong-signature',
      signatureBytes((bytes) => secp256k1.Signature.fromBytes(bytes.slice(1), 'compact').toBytes('der')),
    ],
    ['a signature of the hash of the text', 'wrong-signature', legacyOf((text) => sha256d(utf8ToBytes(text)))],
    [
      'a signature with the prefix of another chain',
      'wrong-signature',
      legacyOf((text) => prefixed('\x19Litecoin Signed Message:\n', text)),
    ],
    [
      'a signature with another length in the prefix',
      'wrong-signature',
      legacyOf((text) => prefixed('\x18Bitcoin Signed Message:\n\0', text)),
    ],
    [
      'a hash of one round',
      'wrong-signature',
      legacyOf((text) =>
        sha256(
          concatBytes(
            utf8ToBytes('\x18Bitcoin Signed Message:\n'),
            Uint8Array.of(0xfd, text.length & 0xff, text.length >> 8),
            utf8ToBytes(text),
          ),
        ),
      ),
    ],
    ['base64 of the base64', 'wrong-signature', signature((text) => base64.encode(utf8ToBytes(text)))],
  ],
} as const satisfies Readonly<Record<string, readonly Vector[]>>;
