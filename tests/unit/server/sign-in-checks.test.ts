import { describe, expect, it } from 'vitest';
import type { SignerType } from '../domain/sign-in/sign-in-signers.js';
import { type Edit, loadEdited } from './sign-in-vectors/remove-check.js';
import { attemptWith, startAttempt, type Vector } from './sign-in-vectors/vector.js';
import { VECTORS } from './sign-in-vectors/vectors.js';

/**
 * A check of the verifier: what it rejects (type of account and vector), and its removal from the source. Without it the sign-in is
 * accepted, or another check refuses it with the given reason: then the check is there for the right reason.
 */
type Check = readonly [type: SignerType, vector: string, edits: Edit | readonly Edit[], refusal?: Vector[1]];

const VERIFY = 'domain/sign-in/verify-sign-in.ts';
const MESSAGE = 'domain/sign-in/sign-in-message.ts';
const PROFILE = 'domain/sign-in/sign-in-profile.ts';
const SS58 = 'domain/account/ss58-address.ts';
const BITCOIN_ADDRESS = 'domain/account/bitcoin-address.ts';
const EVM = 'domain/signatures/evm-message.ts';
const CONTRACT = 'domain/signatures/contract-signature.ts';
const ED25519 = 'domain/signatures/verify-ed25519.ts';
const BITCOIN = 'domain/signatures/bitcoin-message.ts';
const POLKADOT = 'domain/signatures/polkadot-message.ts';
const HANDLER = 'server/sign-in-handler.ts';
const STORE = 'server/memory-store.ts';

const CHECKS: readonly Check[] = [
  // The request.
  ['eip155', 'a request of another site', [HANDLER, "!origins.includes(request.headers.get('origin') ?? '')", 'false']],
  ['eip155', 'a request of a form', [HANDLER, "!/^application\\/json(?:;|$)/i.test(request.headers.get('content-type') ?? '')", 'false']],
  ['eip155', 'a request of 500,000 bytes', ['server/read-text.ts', 'if (length > maxBytes) {', 'if (length < 0) {']],
  ['eip155', 'a message of 8,193 characters', [HANDLER, 'v.maxLength(MAX_MESSAGE_CHARACTERS)', 'v.minLength(1)']],
  ['eip155', 'too many messages', [HANDLER, 'v.maxLength(MAX_SIGN_INS),', '']],
  ['eip155', 'no message', [HANDLER, 'v.minLength(1),', '']],

  // The form of the message.
  ['eip155', 'a scheme that is none', [MESSAGE, 'isAbsentOr(isScheme, scheme)', 'true'], 'wrong-domain'],
  ['eip155', 'a look-alike domain', [MESSAGE, 'isAuthority(domain)', 'true'], 'wrong-domain'],
  ['eip155', 'an address in lower case', [MESSAGE, 'profile.isAddress(accountAddress, message.chainId)', 'true']],
  ['eip155', 'a statement with a letter outside of ASCII', [MESSAGE, 'isAbsentOr((text) => STATEMENT.test(text), statement)', 'true']],
  ['eip155', 'a relative URI', [MESSAGE, 'isUri(uri)', 'true'], 'wrong-uri'],
  [
    'eip155',
    'version 2',
    [
      [MESSAGE, "version: version === '1',", 'version: true,'],
      [MESSAGE, "if (version !== '1') throw invalid('version');", ''],
    ],
  ],
  ['eip155', 'a short nonce', [MESSAGE, 'NONCE.test(nonce)', 'true'], 'invalid-nonce'],
  ['eip155', 'a time that does not exist', [MESSAGE, 'isTime(issuedAt)', 'true'], 'not-issued-yet'],
  ['eip155', 'an expiration that is no time', [MESSAGE, 'isAbsentOr(isTime, expirationTime)', 'true'], 'expired'],
  ['eip155', 'a start that is no time', [MESSAGE, 'isAbsentOr(isTime, notBefore)', 'true'], 'not-valid-yet'],
  ['eip155', 'a request id with a slash', [MESSAGE, 'isAbsentOr(isPchars, requestId)', 'true']],
  ['eip155', 'a resource that is no URI', [MESSAGE, 'isAbsentOr((list) => list.every(isUri), resources)', 'true']],
  ['eip155', 'a resource without its dash', [MESSAGE, 'formatSignInMessage(message) !== text', 'formatSignInMessage(message) === null']],

  // The account and its chain.
  [
    'eip155',
    'a chain with a leading zero',
    [
      [PROFILE, '/^[1-9]\\d{0,31}$/.test(text)', 'true'],
      ['domain/caip/caip-2.ts', "namespace !== 'eip155' || ", 'namespace.length > 0 || '],
    ],
    'wrong-chain',
  ],
  [
    'eip155',
    'an address with a letter in the other case',
    [
      PROFILE,
      '=== text,\n    chainNames: {},\n    isReference: (text) => /^[1-9]',
      '!== undefined,\n    chainNames: {},\n    isReference: (text) => /^[1-9]',
    ],
  ],
  [
    'solana',
    'an address with a leading zero byte',
    [PROFILE, 'isAddress: isSolanaAddress', 'isAddress: () => isSolanaAddress.length > 0'],
    'wrong-signature',
  ],
  ['bip122 P2WPKH', 'an address in upper case', [PROFILE, '?.address === text', ' !== undefined']],
  ['bip122 P2WPKH', 'an address of a test network', [BITCOIN_ADDRESS, 'network !== null && !parsed.networks.includes(network)', 'false']],
  [
    'bip122 P2WPKH',
    'an address with the checksum of the other version',
    [BITCOIN_ADDRESS, ' || (version === 0) !== (bech32Decoded !== undefined)', ''],
  ],
  ['bip122 P2WPKH', 'the chain in upper case', [PROFILE, '/^[0-9a-f]{32}$/.test(text)', 'true'], 'wrong-chain'],
  [
    'polkadot sr25519',
    'an address with a wrong checksum',
    [SS58, 'a !== bytes.at(-2) || b !== bytes.at(-1)', 'a === b && b === undefined'],
  ],
  [
    'polkadot sr25519',
    'an address with a short prefix in the long form',
    [SS58, '(prefixLength === 2 && prefix <= MAX_SHORT_PREFIX) || ', ''],
  ],
  ['polkadot sr25519', 'an address with a reserved prefix', [SS58, ' || RESERVED_PREFIXES.includes(prefix)) throw', ') throw']],

  // The rules.
  ['eip155', 'another domain', [VERIFY, 'domain === origin.host && ', '']],
  ['eip155', 'another scheme', [VERIFY, ' && (scheme === undefined || scheme === origin.scheme)', '']],
  ['eip155', 'a URI of another site', [VERIFY, ' && origin.host === site.host', '']],
  ['eip155', 'a URI with another scheme', [VERIFY, ' && origin.scheme === site.scheme', '']],
  ['eip155', 'another chain', [VERIFY, 'chains.includes(chainId)', 'true']],
  ['eip155', 'a message from the future', [VERIFY, 'timesOf(message).issuedAt <= now + clockSkewMs', 'now + clockSkewMs > 0']],
  ['eip155', 'an old message', [VERIFY, 'timesOf(message).issuedAt > now - maxAgeMs - clockSkewMs', 'now + maxAgeMs + clockSkewMs > 0']],
  ['eip155', 'a message that is not valid yet', [VERIFY, 'timesOf(message).notBefore <= now + clockSkewMs', 'now + clockSkewMs > 0']],
  ['eip155', 'a message that expires now', [VERIFY, 'now < timesOf(message).expirationTime', 'now > 0']],

  // The nonce.
  ['eip155', 'a guessed nonce', [VERIFY, '!(await takeNonce(message.nonce))', '(await takeNonce(message.nonce)) === null']],
  [
    'eip155',
    'a used nonce',
    [STORE, 'return this.#values.delete(key) && value.expiresAt > now;', 'this.#values.set(key, value); return value.expiresAt > now;'],
  ],
  [
    'eip155',
    'a nonce that was used with a wrong signature',
    [STORE, 'return this.#values.delete(key) && value.expiresAt > now;', 'this.#values.set(key, value); return value.expiresAt > now;'],
  ],
  ['eip155', 'an expired nonce', [STORE, 'return this.#values.delete(key) && value.expiresAt > now;', 'return this.#values.delete(key);']],
  [
    'eip155',
    'the nonce of another browser',
    [
      [STORE, 'keyOf(nonce.browserId, nonce.nonce)', 'keyOf(nonce.nonce)'],
      [STORE, 'keyOf(browserId, nonce)', 'keyOf(nonce)'],
    ],
  ],
  ['eip155', 'a cookie that the server did not sign', ['server/sign-in-cookies.ts', ' && this.#isSigned(', ' || this.#isSigned(']],
  ['eip155', 'two messages with two nonces', [HANDLER, 'taken.size === 0', 'true']],

  // The signature.
  [
    'eip155',
    'a signature of another text',
    [VERIFY, '(await isSigned(message, signed, verification))', '((await isSigned(message, signed, verification)) !== null)'],
  ],
  ['eip155', 'a node that fails', [VERIFY, "return { refusal: 'unavailable' };", 'return { message };']],

  ['eip155', 'a byte after the signature', [EVM, '{64,65}$/', '{64,}$/']],
  ['eip155', 'a signature with 0X', [EVM, '/^0x(?:', '/^..(?:']],
  ['eip155', 'a signature with the larger s', [EVM, '!isLowS(numbers)', 'false']],
  ['eip155', 'a signature of another account', [EVM, 'isSameEvmAddress(signer, address)', 'address !== null']],
  ['eip155', 'a contract that returns the call', [CONTRACT, '0{56}(?:[0-9a-f]{2})*$`', '`']],
  ['eip155', 'a contract that returns half a byte more', [CONTRACT, '(?:[0-9a-f]{2})*$`', '`']],
  [
    'eip155',
    'a contract account, signed in no hex',
    [
      [CONTRACT, '!ADDRESS.test(address) || !BYTES.test(signature)', '!ADDRESS.test(address)'],
      [CONTRACT, '!HASH.test(hash) || !BYTES.test(signature)', '!HASH.test(hash)'],
    ],
  ],
  ['eip155', 'a counterfactual signature with another suffix', [CONTRACT, '!signature.toLowerCase().endsWith(COUNTERFACTUAL)', 'false']],
  [
    'eip155',
    'a counterfactual signature with bytes before the factory',
    [CONTRACT, ' || data.subarray(0, 12).some((byte) => byte !== 0)', ''],
  ],
  ['eip155', 'a counterfactual signature with a length out of its bytes', [CONTRACT, ' || offset + WORD_BYTES + length > data.length', '']],
  ['eip155', 'a counterfactual signature with an offset out of its bytes', [CONTRACT, 'digits.length === WORD_DIGITS', 'true']],

  ['solana', 'the identity as key', [ED25519, '{ zip215: false }', '{ zip215: true }']],
  ['solana', 'another encoding of the identity as key', [ED25519, '{ zip215: false }', '{ zip215: true }']],
  ['solana', 'a signature with R of small order', [ED25519, ' &&\n  !ED25519_TORSION_SUBGROUP', ' ||\n  ED25519_TORSION_SUBGROUP']],

  ['bip122 P2PKH', 'a signature of another account', [BITCOIN, 'equalBytes(script.subarray(3, 23), hash)', 'true']],
  [
    'bip122 P2PKH',
    'the P2SH address of the key’s hash',
    [BITCOIN, 'equalBytes(script.subarray(2, 22), hash160(concatBytes(Uint8Array.of(0x00, 0x14), hash)))', 'true'],
  ],
  ['bip122 P2PKH', 'a legacy signature with the prefix of BIP-322 simple', [BITCOIN, '!isMarkedSimple && ', '']],
  ['bip122 P2PKH', 'a header that is too large', [BITCOIN, 'header < 0 || header > 15', 'header < 0']],
  ['bip122 P2PKH', 'a signature with the larger s', [BITCOIN, ' || !isLowS(numbers)', '']],
  ['bip122 P2PKH', 'a witness of BIP-322', [BITCOIN, "type === 'p2pkh' || ", '']],
  ['bip122 P2WPKH', 'a legacy signature of another key', [BITCOIN, 'equalBytes(script.subarray(2), hash)', 'true']],
  ['bip122 P2WPKH', 'a legacy signature of an uncompressed public key', [BITCOIN, "(isCompressed || address.type === 'p2pkh') && ", '']],
  ['bip122 P2WPKH', 'a byte after the witness', [BITCOIN, 'at === bytes.length ? items : null', 'items']],
  ['bip122 P2WPKH', 'an additional witness item', [BITCOIN, 'witness?.length !== 2 || ', '']],
  ['bip122 P2WPKH', 'an account of an uncompressed public key', [BITCOIN, 'publicKey?.length !== 33', 'publicKey === undefined']],
  ['bip122 P2WPKH', 'a signature for no output', [BITCOIN, ' || signature.at(-1) !== SIGHASH_ALL', '']],
  ['bip122 P2WPKH', 'a witness of another key for the address', [BITCOIN, ' || !belongsTo(address, publicKey)', '']],
  ['bip122 P2WPKH', 'a signature with the larger s', [BITCOIN, 'lowS: true', 'lowS: false']],
  ['bip122 P2TR', 'an annex', [BITCOIN, 'witness?.length !== 1', 'witness === null']],
  ['bip122 P2TR', 'a signature with the default type written out', [BITCOIN, ' && sighash === SIGHASH_ALL', '']],

  ['polkadot ecdsa', 'a signature with 0X', [POLKADOT, '/^0x(?:', '/^..(?:']],
  [
    'polkadot ecdsa',
    'a byte after the signature with its type',
    [POLKADOT, 'signature.length === (kind === verifyEcdsa ? 66 : 65)', 'true'],
  ],
  ['polkadot ecdsa', 'a byte after the signature', [POLKADOT, 'return signature.length === 65 ?', 'return signature.length >= 65 ?']],
  ['polkadot ecdsa', 'a signature with the larger s', [POLKADOT, '!isLowS(signature)', 'false']],
  [
    'polkadot ecdsa',
    'a signature of another account',
    [POLKADOT, 'equalBytes(hash(publicKey.toBytes(true)), accountId)', 'accountId.length > 0'],
  ],
  ['polkadot ed25519', 'the identity as key', [ED25519, '{ zip215: false }', '{ zip215: true }']],
  [
    'polkadot ed25519',
    'a signature with R of small order',
    [ED25519, ' &&\n  !ED25519_TORSION_SUBGROUP', ' ||\n  ED25519_TORSION_SUBGROUP'],
  ],
];

const isOne = (edits: Check[2]): edits is Edit => typeof edits[0] === 'string';

describe('the verifier without a check', () => {
  it.each(CHECKS.map((check, index) => [check[0], check[1], index, check] as const))(
    'does not refuse a sign-in of %s with %s',
    async (type, name, index, [, , edits, refusal]) => {
      const vectors: readonly Vector[] = VECTORS[type];
      const [, , change, options] = vectors.find(([title]) => title === name) ?? [];
      if (change === undefined) throw new Error(`No vector: ${name}`);
      const { createSignInHandler, memoryStore } = await loadEdited(String(index), isOne(edits) ? [edits] : edits);
      const attempt = await startAttempt(type, { store: memoryStore(), ...options }, createSignInHandler);
      const { status, error } = await attemptWith(attempt, change);
      expect(error ?? status).toBe(refusal ?? 200);
    },
  );
});
