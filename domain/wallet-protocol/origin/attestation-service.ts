import * as v from 'valibot';
import { parseJson, parseOrNull } from '../../wire.js';
import { isHttpUrl } from '../primitives.js';
import { readAttestation } from './attestation.js';

/** Parameters of an attestation. */
export interface AttestationRequest {
  /** Base URL of the service, such as `https://verify.example`. */
  readonly server: string;
  readonly projectId: string;
  /** Origin of the app. */
  readonly origin: string;
  /** SHA-256 of the envelope, hex. */
  readonly envelopeId: string;
  /** SHA-256 of the decrypted message, hex. */
  readonly messageId: string;
}

/** Timeout of an attestation, in milliseconds. The message is sent without waiting. */
export const ATTESTATION_TIMEOUT_MS = 5_000;

/** Normalizes the base URL of a service, without trailing slash; `null` if it is not an HTTP URL. */
export const attestationServerUrl = (url: unknown): string | null => (isHttpUrl(url) ? url.replace(/\/+$/, '') : null);

const query = (parameters: Readonly<Record<string, string>>): string =>
  Object.entries(parameters)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');

/** URL that a hidden iframe loads to get an attestation. The service detects the embedding origin itself. */
export const attestationUrl = ({ server, projectId, origin, envelopeId, messageId }: AttestationRequest): string =>
  `${server}/v3/attestation?${query({ projectId, origin, id: envelopeId, decryptedId: messageId })}`;

/** URL of the service's public key. */
export const attestationKeyUrl = (server: string): string => `${server}/v3/public-key`;

/** URL to look up the origin of a message without an attestation. @param messageId SHA-256 of the message, hex */
export const originLookupUrl = (server: string, messageId: string): string => `${server}/attestation/${messageId}?v2Supported=true`;

const replySchema = v.object({ type: v.literal('verify_attestation'), attestation: v.string() });

/**
 * Reads the attestation posted by the service's iframe; `null` for other messages. Checks the sender, because any frame can post a
 * similar message.
 * @param message data and origin of the message event
 */
export const readAttestationReply = (
  { data, origin }: { readonly data: unknown; readonly origin: string },
  expected: { readonly serverOrigin: string; readonly envelopeId: string },
): string | null => {
  if (origin !== expected.serverOrigin || typeof data !== 'string') return null;
  const attestation = parseOrNull(replySchema, parseJson(data))?.attestation ?? '';
  return readAttestation(attestation)?.id === expected.envelopeId ? attestation : null;
};

/** A coordinate: 32 bytes in base64url. */
const coordinateSchema = v.pipe(v.string(), v.regex(/^[\w-]{43}$/));

/** A P-256 public key of the service. @see https://www.rfc-editor.org/rfc/rfc7518#section-6.2 */
const keySchema = v.object({
  publicKey: v.object({ kty: v.literal('EC'), crv: v.literal('P-256'), x: coordinateSchema, y: coordinateSchema }),
  expiresAt: v.pipe(v.number(), v.finite()),
});

export type AttestationPublicKey = v.InferOutput<typeof keySchema>;

/** Reads a public key from the service or from storage; `null` if it is invalid. */
export const readAttestationKey = (value: unknown): AttestationPublicKey | null => parseOrNull(keySchema, value);
