import type { PasskeyAssertion } from '../keys/passkey-assertion.js';
import type { Passkey } from '../keys/policy.js';
import { bytesOf, fromBase64Url, randomSecret, toBase64Url, toUtf8 } from '../protocol/encoding.js';
import { PasskeyError } from './passkey-error.js';

const ALGORITHMS = { ES256: -7, EdDSA: -8 } as const;
/** Before the key in a SubjectPublicKeyInfo. @see https://www.rfc-editor.org/rfc/rfc5480 and RFC 8410 */
const KEY_BYTES = { ES256: 65, EdDSA: 32 } as const;
const TIMEOUT_MS = 300_000;

/** Whether the browser can use passkeys here. */
export const canUsePasskeys = (): boolean => typeof globalThis.PublicKeyCredential === 'function';

/** @throws PasskeyError for what browsers throw when no passkey is used */
const translate = (error: unknown): never => {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'AbortError') throw new PasskeyError('cancelled', { cause: error });
  if (name === 'InvalidStateError') throw new PasskeyError('exists', { cause: error });
  if (name === 'NotSupportedError' || name === 'ConstraintError' || name === 'SecurityError')
    throw new PasskeyError('unsupported', { cause: error });
  throw error;
};

const copyOf = (source: BufferSource): Uint8Array<ArrayBuffer> =>
  source instanceof ArrayBuffer
    ? new Uint8Array(source.slice(0))
    : bytesOf(new Uint8Array(source.buffer, source.byteOffset, source.byteLength));

const prfOf = (credential: PublicKeyCredential): { readonly isEnabled: boolean; readonly output: Uint8Array<ArrayBuffer> | null } => {
  const { prf } = credential.getClientExtensionResults();
  const first = prf?.results?.first;
  return { isEnabled: prf?.enabled === true || first !== undefined, output: first === undefined ? null : copyOf(first) };
};

/** A passkey to create. */
export interface NewPasskey {
  /** Id of the account: what the passkey names when it is used without a login. */
  readonly account: string;
  readonly name: string;
  readonly prfInput: Uint8Array<ArrayBuffer>;
  /** Ids of the passkeys that the wallet has. */
  readonly existing: readonly string[];
}

/** A passkey that was created. */
export interface CreatedPasskey {
  readonly passkey: Passkey;
  readonly hasPrf: boolean;
  /** Of the PRF extension, from authenticators that compute it at once. */
  readonly output: Uint8Array<ArrayBuffer> | null;
}

const keyOf = (response: AuthenticatorAttestationResponse): Pick<Passkey, 'algorithm' | 'publicKey'> | null => {
  const spki = response.getPublicKey();
  const algorithm = response.getPublicKeyAlgorithm() === ALGORITHMS.EdDSA ? 'EdDSA' : 'ES256';
  return spki === null ? null : { algorithm, publicKey: toBase64Url(new Uint8Array(spki).slice(-KEY_BYTES[algorithm])) };
};

/** Has the user create a passkey, which authenticators keep and for which they verify the user. @throws PasskeyError */
export const createPasskey = async ({ account, name, prfInput, existing }: NewPasskey): Promise<CreatedPasskey> => {
  if (!canUsePasskeys()) throw new PasskeyError('unsupported');
  const credential = await navigator.credentials
    .create({
      publicKey: {
        // Nothing is proven by it: the worker demands an assertion of the passkey before it counts.
        challenge: randomSecret(),
        rp: { id: location.hostname, name: 'Wallet' },
        user: { id: toUtf8(account), name, displayName: name },
        // Without RS256, which Chromium warns of: only old TPMs know nothing newer, and the worker has no verifier of RSA. Offered, it would give their
        // users passkeys that confirm nothing; as it is, their browser offers another authenticator, or the page says that it has none.
        pubKeyCredParams: Object.values(ALGORITHMS).map((alg) => ({ type: 'public-key', alg })),
        authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
        excludeCredentials: existing.map((id) => ({ type: 'public-key', id: fromBase64Url(id) })),
        attestation: 'none',
        timeout: TIMEOUT_MS,
        extensions: { prf: { eval: { first: prfInput } } },
      },
    })
    .catch(translate);
  if (!(credential instanceof PublicKeyCredential) || !(credential.response instanceof AuthenticatorAttestationResponse))
    throw new PasskeyError('unsupported');
  const key = keyOf(credential.response);
  if (key === null) throw new PasskeyError('unsupported');
  const { isEnabled, output } = prfOf(credential);
  return { passkey: { id: toBase64Url(new Uint8Array(credential.rawId)), ...key }, hasPrf: isEnabled, output };
};

/** What a passkey is asked for. */
export interface PasskeyUse {
  readonly challenge: Uint8Array<ArrayBuffer>;
  /** Ids of those that can be used; `null`: any of the site. */
  readonly passkeys: readonly string[] | null;
  readonly prfInput?: Uint8Array<ArrayBuffer>;
}

/** A passkey that was used. */
export interface UsedPasskey {
  readonly assertion: PasskeyAssertion;
  readonly output: Uint8Array<ArrayBuffer> | null;
}

/** Has the user use a passkey. @throws PasskeyError */
export const usePasskey = async ({ challenge, passkeys, prfInput }: PasskeyUse): Promise<UsedPasskey> => {
  if (!canUsePasskeys()) throw new PasskeyError('unsupported');
  const credential = await navigator.credentials
    .get({
      publicKey: {
        challenge,
        rpId: location.hostname,
        allowCredentials: (passkeys ?? []).map((id) => ({ type: 'public-key', id: fromBase64Url(id) })),
        userVerification: 'required',
        timeout: TIMEOUT_MS,
        ...(prfInput === undefined ? {} : { extensions: { prf: { eval: { first: prfInput } } } }),
      },
    })
    .catch(translate);
  if (!(credential instanceof PublicKeyCredential) || !(credential.response instanceof AuthenticatorAssertionResponse))
    throw new PasskeyError('cancelled');
  const { authenticatorData, clientDataJSON, signature } = credential.response;
  return {
    assertion: {
      credential: toBase64Url(new Uint8Array(credential.rawId)),
      authenticatorData: new Uint8Array(authenticatorData),
      clientData: new Uint8Array(clientDataJSON),
      signature: new Uint8Array(signature),
    },
    output: prfOf(credential).output,
  };
};
