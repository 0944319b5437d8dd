import { isSameEvmAddress } from '../../account/evm-address.js';
import { type Cacao, readIssuer } from './cacao.js';
import { invalidParameter } from './invalid-parameter.js';
import { personalMessageHash } from './personal-message.js';
import { AUTH_NAMESPACE } from './recap.js';
import { signInMessage } from './sign-in-message.js';

/**
 * Selector of `isValidSignature(bytes32,bytes)`, which is also its return value for a valid signature. @see
 * https://eips.ethereum.org/EIPS/eip-1271
 */
const SELECTOR = '1626ba7e';

const WORD_DIGITS = 64;

/** Offset of the signature after the selector: two words of arguments. */
const OFFSET = 0x40;

const HASH = /^0x[0-9a-f]{64}$/i;
const BYTES = /^0x(?:[0-9a-f]{2})*$/i;

const word = (value: number): string => value.toString(16).padStart(WORD_DIGITS, '0');

/**
 * Encodes the `isValidSignature` call; `null` if the hash or the signature is not hex. The signature may have any length: a multisig's is
 * longer than 65 bytes, that of an on-chain approval is empty.
 * @see https://docs.soliditylang.org/en/latest/abi-spec.html#argument-encoding
 */
export const encodeIsValidSignature = (hash: string, signature: string): `0x${string}` | null => {
  if (!HASH.test(hash) || !BYTES.test(signature)) return null;
  const digits = signature.slice(2).toLowerCase();
  const padded = digits.padEnd(Math.ceil(digits.length / WORD_DIGITS) * WORD_DIGITS, '0');
  return `0x${SELECTOR}${hash.slice(2).toLowerCase()}${word(OFFSET)}${word(digits.length / 2)}${padded}`;
};

const MAGIC_VALUE = new RegExp(`^0x${SELECTOR}0{56}(?:[0-9a-f]{2})*$`, 'i');

/**
 * Tests whether a contract accepted the signature. The first word must be exactly the magic value: an account without code returns `0x`,
 * and the precompile at address 4 echoes the call data, which starts with the same selector.
 */
export const isMagicValue = (result: unknown): boolean => typeof result === 'string' && MAGIC_VALUE.test(result);

/** The check that verifies a CACAO's signature: recover the address from the signature, or call a contract with `eth_call`. */
export type SignatureCheck =
  | {
      readonly by: 'key';
      readonly address: string;
      readonly hash: `0x${string}`;
      /** 65 bytes: r, s, and v as 27 or 28. */
      readonly signature: `0x${string}`;
    }
  | { readonly by: 'contract'; readonly chainId: string; readonly to: string; readonly data: `0x${string}` };

const ADDRESS = /^0x[0-9a-f]{40}$/i;

const SIGNATURE = /^0x([0-9a-f]{64})([0-9a-f]{64})(00|01|1b|1c)$/i;
/** Compact form: the highest bit of s replaces the last byte. @see https://eips.ethereum.org/EIPS/eip-2098 */
const COMPACT = /^0x([0-9a-f]{64})([0-9a-f])([0-9a-f]{63})$/i;

/** Converts an ECDSA signature to its 65-byte form; `null` if it is invalid. */
const expandSignature = (signature: string): `0x${string}` | null => {
  const [, r, s, last = ''] = SIGNATURE.exec(signature) ?? [];
  if (r !== undefined) return `0x${r}${s}${/^(?:00|1b)$/i.test(last) ? '1b' : '1c'}`;
  const [, compactR, first = '', rest] = COMPACT.exec(signature) ?? [];
  if (compactR === undefined) return null;
  const digit = Number.parseInt(first, 16);
  return `0x${compactR}${(digit & 7).toString(16)}${rest}${digit < 8 ? '1b' : '1c'}`;
};

/**
 * Returns the check for a CACAO's signature; `null` if it is invalid: the issuer is not an eip155 account or the signature is malformed.
 * @throws LatchkeyError `wallet-protocol/invalid-parameter` for an unknown signature type, a contract without a chain, or an invalid
 * ReCap
 */
export const signatureCheck = ({ p, s: { t, s } }: Cacao): SignatureCheck | null => {
  if (t !== 'eip191' && t !== 'eip1271')
    throw invalidParameter(`verifySignature failed: Attempted to verify CacaoSignature with unknown type: ${t}`);
  const issuer = readIssuer(p.iss);
  if (issuer === null && t === 'eip1271')
    throw invalidParameter(`isValidEip1271Signature failed: chainId must be in CAIP-2 format, received: ${chainIdOfIssuer(p.iss)}`);
  if (issuer === null || issuer.namespace !== AUTH_NAMESPACE || !ADDRESS.test(issuer.address)) return null;
  const { address, chainId } = issuer;
  const hash = personalMessageHash(signInMessage(p, p.iss));
  if (t === 'eip1271') {
    const data = encodeIsValidSignature(hash, s);
    return data === null ? null : { by: 'contract', chainId, to: address, data };
  }
  const signature = expandSignature(s);
  return signature === null ? null : { by: 'key', address, hash, signature };
};

const chainIdOfIssuer = (iss: string): string => iss.split(':').slice(2, 4).join(':');

/**
 * Evaluates a check. A missing result is not valid.
 * @param result the recovered address or the contract's return value; `null` if there is none
 */
export const isSignatureValid = (check: SignatureCheck, result: string | null): boolean => {
  if (result === null) return false;
  return check.by === 'key' ? isSameEvmAddress(check.address, result) : isMagicValue(result);
};
