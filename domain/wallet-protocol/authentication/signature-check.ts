import { isSameEvmAddress } from '../../account/evm-address.js';
import { invalidParameter } from '../../errors/invalid-parameter.js';
import { type Cacao, readIssuer } from '../../sign-in/cacao.js';
import { signInMessage } from '../../sign-in/cacao-message.js';
import { AUTH_NAMESPACE } from '../../sign-in/recap.js';
import { encodeIsValidSignature, isMagicValue } from '../../signatures/contract-signature.js';
import { personalMessageHash } from '../../signatures/personal-message.js';

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
