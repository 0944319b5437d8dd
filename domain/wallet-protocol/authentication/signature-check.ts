import { isSameEvmAddress } from '../../account/evm-address.js';
import { type Cacao, readIssuer } from './cacao.js';
import { invalidParameter } from './invalid-parameter.js';
import { personalMessageHash } from './personal-message.js';
import { AUTH_NAMESPACE } from './recap.js';
import { signInText } from './sign-in-text.js';

/** `isValidSignature(bytes32,bytes)`, which is also what it returns for a signature that is valid. @see https://eips.ethereum.org/EIPS/eip-1271 */
const SELECTOR = '1626ba7e';

const WORD_DIGITS = 64;

/** Where the signature begins behind the selector: after the two words of the arguments. */
const OFFSET = 0x40;

const HASH = /^0x[0-9a-f]{64}$/i;
const BYTES = /^0x(?:[0-9a-f]{2})*$/i;

const word = (value: number): string => value.toString(16).padStart(WORD_DIGITS, '0');

/**
 * The data of the call that asks a contract whether a signature is its own; `null` when the hash or the signature is no hex.
 * A signature may have any length: that of a wallet with several owners is longer than 65 bytes, that of an approval on chain empty.
 * @see https://docs.soliditylang.org/en/latest/abi-spec.html#argument-encoding
 */
export const contractSignatureCall = (hash: string, signature: string): `0x${string}` | null => {
  if (!HASH.test(hash) || !BYTES.test(signature)) return null;
  const digits = signature.slice(2).toLowerCase();
  const padded = digits.padEnd(Math.ceil(digits.length / WORD_DIGITS) * WORD_DIGITS, '0');
  return `0x${SELECTOR}${hash.slice(2).toLowerCase()}${word(OFFSET)}${word(digits.length / 2)}${padded}`;
};

const VALID = new RegExp(`^0x${SELECTOR}0{56}(?:[0-9a-f]{2})*$`, 'i');

/**
 * Whether a contract said that the signature is its own: the first word has to be the value and nothing else. An account
 * without code answers `0x`; the contract at address 4 gives back whatever it is asked, which begins with the same value.
 */
export const isContractApproval = (answer: unknown): boolean => typeof answer === 'string' && VALID.test(answer);

/**
 * What has to be found out to know whether a sign-in was signed by whom it says: the address that a signature recovers
 * to, or what a contract answers to `eth_call`.
 */
export type SignatureCheck =
  | {
      readonly by: 'key';
      readonly address: string;
      readonly hash: `0x${string}`;
      /** 65 bytes: r, s, and 27 or 28. */
      readonly signature: `0x${string}`;
    }
  | { readonly by: 'contract'; readonly chainId: string; readonly to: string; readonly data: `0x${string}` };

const ADDRESS = /^0x[0-9a-f]{40}$/i;

const SIGNATURE = /^0x([0-9a-f]{64})([0-9a-f]{64})(00|01|1b|1c)$/i;
/** The highest bit of s says what the last byte would. @see https://eips.ethereum.org/EIPS/eip-2098 */
const COMPACT = /^0x([0-9a-f]{64})([0-9a-f])([0-9a-f]{63})$/i;

/** A signature of a key in its long form; `null` when it is none. */
const longForm = (signature: string): `0x${string}` | null => {
  const [, r, s, last = ''] = SIGNATURE.exec(signature) ?? [];
  if (r !== undefined) return `0x${r}${s}${/^(?:00|1b)$/i.test(last) ? '1b' : '1c'}`;
  const [, compactR, first = '', rest] = COMPACT.exec(signature) ?? [];
  if (compactR === undefined) return null;
  const digit = Number.parseInt(first, 16);
  return `0x${compactR}${(digit & 7).toString(16)}${rest}${digit < 8 ? '1b' : '1c'}`;
};

/**
 * What has to be found out about a sign-in; `null` when it cannot be right: its issuer is no account of eip155, or its
 * signature no signature.
 * @throws LatchkeyError `wallet-protocol/invalid-parameter` for a type of signature that nobody knows, a contract on
 * no chain, or a ReCap that is none
 */
export const signatureCheck = ({ p, s: { t, s } }: Cacao): SignatureCheck | null => {
  if (t !== 'eip191' && t !== 'eip1271')
    throw invalidParameter(`verifySignature failed: Attempted to verify CacaoSignature with unknown type: ${t}`);
  const issuer = readIssuer(p.iss);
  if (issuer === null && t === 'eip1271')
    throw invalidParameter(`isValidEip1271Signature failed: chainId must be in CAIP-2 format, received: ${chainPartOf(p.iss)}`);
  if (issuer === null || issuer.namespace !== AUTH_NAMESPACE || !ADDRESS.test(issuer.address)) return null;
  const { address, chainId } = issuer;
  const hash = personalMessageHash(signInText(p, p.iss));
  if (t === 'eip1271') {
    const data = contractSignatureCall(hash, s);
    return data === null ? null : { by: 'contract', chainId, to: address, data };
  }
  const signature = longForm(s);
  return signature === null ? null : { by: 'key', address, hash, signature };
};

const chainPartOf = (iss: string): string => iss.split(':').slice(2, 4).join(':');

/**
 * Whether what was found out proves the sign-in. No answer is no proof.
 * @param answer the address that the signature recovered to, or what the contract returned; `null` when there is none
 */
export const isProof = (check: SignatureCheck, answer: string | null): boolean => {
  if (answer === null) return false;
  return check.by === 'key' ? isSameEvmAddress(check.address, answer) : isContractApproval(answer);
};
