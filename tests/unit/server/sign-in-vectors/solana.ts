import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToNumberLE, numberToBytesLE } from '@noble/curves/utils.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';
import { solanaOffChainMessages } from '../../../../domain/account/solana-off-chain-message.js';
import { wrapBytes } from '../../../../domain/signatures/wrap-bytes.js';
import { NON_CANONICAL_POINTS, SMALL_ORDER_POINTS } from '../../../vectors/ed25519-small-order.js';
import { solanaSeed } from '../../domain/sign-in/sign-in-signers.js';
import { account, type Change, signatureBytes, signText, textOf, type Vector } from './vector.js';

const { Point } = ed25519;
const { ORDER } = Point.Fn;
const seed = solanaSeed('alice');

/** A signature whose S is larger by the group order: the same number, in another encoding. */
export const withLargeS = (bytes: Uint8Array): Uint8Array =>
  concatBytes(bytes.subarray(0, 32), numberToBytesLE(bytesToNumberLE(bytes.subarray(32, 64)) + ORDER, 32));

/** A signature by the owner of a key with an R of small order, which fits the equation that ignores the cofactor's part. */
export const withSmallOrderR = (message: Uint8Array, secret: Uint8Array): Uint8Array => {
  const { scalar, pointBytes } = ed25519.utils.getExtendedPublicKey(secret);
  const r = hexToBytes(SMALL_ORDER_POINTS[4] ?? '');
  const k = bytesToNumberLE(sha512(concatBytes(r, pointBytes, message))) % ORDER;
  return concatBytes(r, numberToBytesLE((k * scalar) % ORDER, 32));
};

/** R = S · B: verifies for the identity as key and for every message, without a secret. */
export const FORGED = concatBytes(Point.BASE.multiply(7n).toBytes(), numberToBytesLE(7n, 32));

const [IDENTITY = '', , , , OF_ORDER_8 = ''] = SMALL_ORDER_POINTS;
const encodeKey = (hex: string): string => base58.encode(hexToBytes(hex));

const ofBytes = (make: (text: string) => Uint8Array): Change => signatureBytes((_, attempt) => ed25519.sign(make(textOf(attempt)), seed));

/** Off-chain messages of another text or signer. */
const bobsKey = ed25519.getPublicKey(solanaSeed('bob'));
const first = ([message = new Uint8Array()]: readonly Uint8Array[]): Uint8Array => message;

/** An address that is no point of the curve, as those of programs. */
const offCurve = (): string => {
  for (let byte = 2; ; byte += 1) {
    const key = Uint8Array.of(byte, ...new Uint8Array(30), 1);
    if (!ed25519.utils.isValidPublicKey(key, true)) return base58.encode(key);
  }
};

/** Vectors of Solana. */
export const SOLANA_VECTORS: readonly Vector[] = [
  [
    'the chain by its reference',
    'invalid-message',
    signText((text) => text.replace('Chain ID: mainnet', 'Chain ID: 5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')),
  ],
  ['the chain in another case', 'invalid-message', signText((text) => text.replace('Chain ID: mainnet', 'Chain ID: Mainnet'))],
  ['the chain by the name of clients', 'invalid-message', signText((text) => text.replace('Chain ID: mainnet', 'Chain ID: mainnet-beta'))],
  [
    'an address in hex',
    'invalid-message',
    signText((text, { signer }) =>
      text.replace(signer.accountAddress, `0x${Buffer.from(base58.decode(signer.accountAddress)).toString('hex')}`),
    ),
  ],
  [
    'an address with a leading zero byte',
    'invalid-message',
    signText((text, { signer }) => text.replace(signer.accountAddress, `1${signer.accountAddress}`)),
  ],
  [
    'an address with a letter that is not of base58',
    'invalid-message',
    signText((text, { signer }) => text.replace(signer.accountAddress, `0${signer.accountAddress.slice(1)}`)),
  ],
  ['a signature with S out of range', 'wrong-signature', signatureBytes((bytes) => withLargeS(bytes))],
  [
    'a signature with R of small order',
    'wrong-signature',
    signatureBytes((_, attempt) => withSmallOrderR(utf8ToBytes(textOf(attempt)), seed)),
  ],
  ['the identity as key', 'wrong-signature', account(encodeKey(IDENTITY), () => FORGED)],
  ['a key of small order', 'wrong-signature', account(encodeKey(OF_ORDER_8), () => FORGED)],
  ['another encoding of the identity as key', 'wrong-signature', account(encodeKey(NON_CANONICAL_POINTS[4] ?? ''), () => FORGED)],
  ['the address of the system program', 'wrong-signature', account('1'.repeat(32), () => FORGED)],
  ['an address that is no public key', 'wrong-signature', account(offCurve(), () => FORGED)],
  ['a signature of the hash of the text', 'wrong-signature', ofBytes((text) => sha512(utf8ToBytes(text)))],
  ['a signature of the text in <Bytes>', 'wrong-signature', ofBytes((text) => wrapBytes(utf8ToBytes(text)))],
  [
    'a signature of the text in UTF-16',
    'wrong-signature',
    ofBytes((text) => new Uint8Array(Uint16Array.from(text, (letter) => letter.charCodeAt(0)).buffer)),
  ],
  ['an off-chain message with another signer', 'wrong-signature', ofBytes((text) => first(solanaOffChainMessages(text, bobsKey)))],
  [
    'an off-chain message with another text',
    'wrong-signature',
    ofBytes((text) => first(solanaOffChainMessages(`${text}.`, ed25519.getPublicKey(seed)))),
  ],
  [
    'an off-chain message of another version',
    'wrong-signature',
    ofBytes((text) => first(solanaOffChainMessages(text, ed25519.getPublicKey(seed))).map((byte, at) => (at === 16 ? 1 : byte))),
  ],
  ['R and S in another order', 'wrong-signature', signatureBytes((bytes) => concatBytes(bytes.subarray(32), bytes.subarray(0, 32)))],
  ['R with the other sign', 'wrong-signature', signatureBytes((bytes) => bytes.map((byte, at) => (at === 31 ? byte ^ 0x80 : byte)))],
  [
    'a signature for a pre-hashed text',
    'wrong-signature',
    ofBytes((text) => concatBytes(utf8ToBytes('SigEd25519 no Ed25519 collisions'), Uint8Array.of(1, 0), sha512(utf8ToBytes(text)))),
  ],
];
