import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { encodeAbiParameters, type Hex, serializeErc6492Signature } from 'viem';
import type { RunEthCall } from '../../../../domain/signatures/contract-signature.js';
import type { SignInHandlerOptions } from '../../../../server/sign-in-handler.js';
import { malleated, withLargeS, withoutS } from './ecdsa.js';
import { type Change, sign, signature, signatureBytes, signText, textOf, type Vector } from './vector.js';

const secret = keccak_256(utf8ToBytes('latchkey test key alice'));

/** Signs a digest of the text with the account's key. */
const ofDigest = (digest: (text: string) => Uint8Array): Change =>
  signatureBytes((_, attempt) => {
    const [recovery = 0, ...numbers] = secp256k1.sign(digest(textOf(attempt)), secret, { prehash: false, format: 'recovered' });
    return Uint8Array.from([...numbers, 27 + recovery]);
  });

const prefixed = (prefix: string, text: string): Uint8Array => keccak_256(utf8ToBytes(`${prefix}${text.length}${text}`));

const withV = (v: (v: number) => number): Change => signatureBytes((bytes) => Uint8Array.of(...bytes.subarray(0, 64), v(bytes[64] ?? 0)));

/** The compact form of EIP-2098. @param parity of the right one */
const compact = (parity: (parity: number) => number, ...more: readonly number[]): Change =>
  signatureBytes((bytes) => {
    const numbers = bytes.slice(0, 64);
    numbers[32] = (numbers[32] ?? 0) | (parity((bytes[64] ?? 0) - 27) << 7);
    return Uint8Array.of(...numbers, ...more);
  });

const address = (change: (address: string) => string): Change =>
  signText((text, { signer }) => text.replace(signer.accountAddress, change(signer.accountAddress)));

const swapCase = (text: string): string => (text === text.toLowerCase() ? text.toUpperCase() : text.toLowerCase());

const MAGIC = '0x1626ba7e';
const FACTORY = '0x4e59b44847b379578588920ca78fbf26c0b4956c';

/** Alice signs the message of an account that is a contract, or is not deployed yet. */
const forContract: Change = sign(({ other }) => ({ accountAddress: other.accountAddress }));

/** A site whose node returns the result for each call. */
const returning = (result: string | null): Partial<SignInHandlerOptions> => ({ ethCall: () => async () => result });

/** A site whose node fails. */
const failing = (run: RunEthCall): Partial<SignInHandlerOptions> => ({ ethCall: () => run });

/** A chain on which any code that creates a contract returns the magic value, and each deployed contract nothing. */
const ACCEPTS_CREATION: Partial<SignInHandlerOptions> = {
  ethCall:
    () =>
    async ({ to }) =>
      to === undefined ? MAGIC.padEnd(66, '0') : '0x',
};

/** A chain on which each deployed contract returns the magic value, and code that creates a contract nothing. */
const ACCEPTS_CALL: Partial<SignInHandlerOptions> = {
  ethCall:
    () =>
    async ({ to }) =>
      to === undefined ? '0x' : MAGIC.padEnd(66, '0'),
};

/** A signature of ERC-6492, changed. */
const counterfactual = (change: (wrapper: Hex) => string): Change =>
  signature((right) => change(serializeErc6492Signature({ address: FACTORY, data: '0x1234', signature: right as Hex })));

const SUFFIX = '6492'.repeat(16);

/** Vectors of eip155. */
export const EIP155_VECTORS: readonly Vector[] = [
  ['an address in lower case', 'invalid-message', address((text) => text.toLowerCase())],
  ['an address in upper case', 'invalid-message', address((text) => `0x${text.slice(2).toUpperCase()}`)],
  [
    'an address with a letter in the other case',
    'invalid-message',
    address((text) => text.replace(/[a-f]/i, swapCase).replace(/^0X/, '0x')),
  ],
  ['an address without 0x', 'invalid-message', address((text) => text.slice(2))],
  ['an address with 0X', 'invalid-message', address((text) => text.replace('0x', '0X'))],
  ['a chain with a leading zero', 'invalid-message', signText((text) => text.replace('Chain ID: 1', 'Chain ID: 01'))],
  ['a chain in hex', 'invalid-message', signText((text) => text.replace('Chain ID: 1', 'Chain ID: 0x1'))],
  [
    'a signature with the larger s',
    'wrong-signature',
    signatureBytes((bytes) => Uint8Array.of(...malleated(bytes), 55 - (bytes[64] ?? 0))),
  ],
  ['a signature with s out of range', 'wrong-signature', signatureBytes((bytes) => Uint8Array.of(...withLargeS(bytes), bytes[64] ?? 0))],
  ['a signature with s of zero', 'wrong-signature', signatureBytes((bytes) => Uint8Array.of(...withoutS(bytes), bytes[64] ?? 0))],
  ['the other recovery bit', 'wrong-signature', withV((v) => 55 - v)],
  ['v of 29', 'wrong-signature', withV((v) => v + 2)],
  ['v of 26', 'wrong-signature', withV(() => 26)],
  ['v of 2', 'wrong-signature', withV((v) => v - 25)],
  ['v of another chain and the other recovery bit', 'wrong-signature', withV((v) => 37 + 28 - v)],
  ['a compact signature with the other recovery bit', 'wrong-signature', compact((parity) => 1 - parity)],
  ['a compact signature with a byte after it', 'wrong-signature', compact((parity) => parity, 29)],
  ['two compact signatures', 'wrong-signature', compact((parity) => parity, ...new Uint8Array(64))],
  ['a compact signature with the larger s', 'wrong-signature', signatureBytes((bytes) => malleated(bytes))],
  ['a signature of the text without the prefix', 'wrong-signature', ofDigest((text) => keccak_256(utf8ToBytes(text)))],
  ['a signature with the prefix of another chain', 'wrong-signature', ofDigest((text) => prefixed('\x19TRON Signed Message:\n', text))],
  [
    'a signature with another length in the prefix',
    'wrong-signature',
    ofDigest((text) => prefixed('\x19Ethereum Signed Message:\n0', text)),
  ],
  [
    'a signature of the hash of the text as text',
    'wrong-signature',
    ofDigest((text) => keccak_256(concatBytes(utf8ToBytes('\x19Ethereum Signed Message:\n32'), keccak_256(utf8ToBytes(text))))),
  ],
  ['a signature without 0x', 'wrong-signature', signature((text) => text.slice(2))],
  ['a signature with 0X', 'wrong-signature', signature((text) => text.replace('0x', '0X'))],
  ['a signature of an odd number of digits', 'wrong-signature', signature((text) => `${text}0`)],
  ['a signature with letters that are no digits', 'wrong-signature', signature((text) => text.replace(/.$/, 'g'))],

  // Contract accounts. ERC-1271.
  ['a contract that returns nothing', 'wrong-signature', forContract, returning('0x')],
  ['a contract that reverts', 'wrong-signature', forContract, returning(null)],
  ['a contract that returns true', 'wrong-signature', forContract, returning(`0x${'0'.repeat(63)}1`)],
  ['a contract that returns garbage', 'wrong-signature', forContract, returning('0xdeadbeef')],
  ['a contract that returns another magic value', 'wrong-signature', forContract, returning('0x20c13b0b'.padEnd(66, '0'))],
  ['a contract that returns the value for a rejected signature', 'wrong-signature', forContract, returning('0xffffffff'.padEnd(66, '0'))],
  ['a contract that returns four bytes', 'wrong-signature', forContract, returning(MAGIC)],
  [
    'a contract that returns the magic value at the end of the word',
    'wrong-signature',
    forContract,
    returning(`0x${'0'.repeat(56)}1626ba7e`),
  ],
  [
    'a contract that returns the magic value after another word',
    'wrong-signature',
    forContract,
    returning(`0x${'0'.repeat(64)}${MAGIC.slice(2).padEnd(64, '0')}`),
  ],
  [
    'a contract that returns the call',
    'wrong-signature',
    forContract,
    {
      ethCall:
        () =>
        async ({ data }) =>
          data,
    },
  ],
  ['a contract that returns half a byte more', 'wrong-signature', forContract, returning(`${MAGIC.padEnd(66, '0')}0`)],
  ['a node that returns text', 'wrong-signature', forContract, returning(`${MAGIC.padEnd(66, '0')}\n`)],
  ['a chain without a node', 'wrong-signature', forContract, { ethCall: { 'eip155:137': 'https://rpc.example' } }],
  [
    'a node that fails',
    'unavailable',
    forContract,
    failing(async () => {
      throw new Error('down');
    }),
  ],
  [
    'a node that throws',
    'unavailable',
    forContract,
    failing(() => {
      throw new Error('down');
    }),
  ],
  [
    'a contract account, signed in no hex',
    'wrong-signature',
    async (attempt) => {
      const [signed = { message: '', signature: '' }] = (await forContract(attempt)).signIns;
      return { signIns: [{ ...signed, signature: 'approved' }] };
    },
    ACCEPTS_CALL,
  ],

  // Contract accounts that are not deployed. ERC-6492.
  ['a counterfactual signature for an account without a factory', 'wrong-signature', counterfactual((wrapper) => wrapper), returning('0x')],
  ['a counterfactual signature whose factory reverts all', 'wrong-signature', counterfactual((wrapper) => wrapper), returning(null)],
  [
    'a counterfactual signature of a chain that does not respond',
    'unavailable',
    counterfactual((wrapper) => wrapper),
    failing(async () => {
      throw new Error('down');
    }),
  ],
  [
    'a counterfactual signature with bytes before the factory',
    'wrong-signature',
    counterfactual((wrapper) => wrapper.replace('0x00', '0x01')),
    ACCEPTS_CREATION,
  ],
  [
    'a counterfactual signature with another suffix',
    'wrong-signature',
    counterfactual((wrapper) => wrapper.replace(SUFFIX, '6491'.repeat(16))),
    ACCEPTS_CREATION,
  ],
  [
    'a counterfactual signature with a byte after the suffix',
    'wrong-signature',
    counterfactual((wrapper) => `${wrapper}00`),
    ACCEPTS_CREATION,
  ],
  ['a counterfactual signature without its arguments', 'wrong-signature', counterfactual(() => `0x${SUFFIX}`), ACCEPTS_CREATION],
  [
    'a counterfactual signature with an offset out of its bytes',
    'wrong-signature',
    counterfactual(
      () =>
        `${encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }, { type: 'uint256' }], [FACTORY, 96n, 2n ** 255n])}${'0'.repeat(64)}${SUFFIX}`,
    ),
    ACCEPTS_CREATION,
  ],
  [
    'a counterfactual signature with a length out of its bytes',
    'wrong-signature',
    counterfactual(
      () =>
        `${encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }, { type: 'uint256' }, { type: 'uint256' }], [FACTORY, 96n, 96n, 33n])}${'0'.repeat(64)}${SUFFIX}`,
    ),
    ACCEPTS_CREATION,
  ],
  [
    'a counterfactual signature for a contract that accepts all others',
    'wrong-signature',
    counterfactual((wrapper) => wrapper),
    ACCEPTS_CALL,
  ],
];
