import * as v from 'valibot';
import { read, readJson } from '../../wire.js';
import { isHttpUrl } from '../primitives.js';
import { readAttestation } from './attestation.js';

/** What an app asks an attestation for. */
export interface AttestationRequest {
  /** Address of the service, such as `https://verify.example`. */
  readonly server: string;
  readonly projectId: string;
  /** The page's own origin. */
  readonly origin: string;
  /** SHA-256 of the envelope, hex. */
  readonly envelopeId: string;
  /** SHA-256 of the message inside of it, hex. */
  readonly messageId: string;
}

/** How long an attestation is waited for, in milliseconds. The message itself does not wait. */
export const ATTESTATION_TIMEOUT_MS = 5_000;

/** The address of a service as it is asked: without a slash at its end; `null` where it is none that HTTP can be spoken with. */
export const attestationServer = (url: unknown): string | null => (isHttpUrl(url) ? url.replace(/\/+$/, '') : null);

const query = (parameters: Readonly<Record<string, string>>): string =>
  Object.entries(parameters)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');

/** Where a hidden frame gets an attestation from: the service sees by itself where the page is. */
export const attestationUrl = ({ server, projectId, origin, envelopeId, messageId }: AttestationRequest): string =>
  `${server}/v3/attestation?${query({ projectId, origin, id: envelopeId, decryptedId: messageId })}`;

/** Where the key is that attestations are signed with. */
export const attestationKeyUrl = (server: string): string => `${server}/v3/public-key`;

/** Where the origin of a message is looked up that came without an attestation. @param messageId SHA-256 of the message, hex */
export const originLookupUrl = (server: string, messageId: string): string => `${server}/attestation/${messageId}?v2Supported=true`;

const replySchema = v.object({ type: v.literal('verify_attestation'), attestation: v.string() });

/**
 * The attestation in a message of the service's frame; `null` when the message is another. Its sender is checked too: any
 * frame of the page can post a message that looks the same.
 * @param message what the window heard: its data, and the origin that the browser says it came from
 */
export const readAttestationReply = (
  { data, origin }: { readonly data: unknown; readonly origin: string },
  expected: { readonly serverOrigin: string; readonly envelopeId: string },
): string | null => {
  if (origin !== expected.serverOrigin || typeof data !== 'string') return null;
  const attestation = read(replySchema, readJson(data))?.attestation ?? '';
  return readAttestation(attestation)?.id === expected.envelopeId ? attestation : null;
};

/** A coordinate: 32 bytes in the base64 of URLs. */
const coordinateSchema = v.pipe(v.string(), v.regex(/^[\w-]{43}$/));

/** A key of the service with its point on P-256. @see https://www.rfc-editor.org/rfc/rfc7518#section-6.2 */
const keySchema = v.object({
  publicKey: v.object({ kty: v.literal('EC'), crv: v.literal('P-256'), x: coordinateSchema, y: coordinateSchema }),
  expiresAt: v.pipe(v.number(), v.finite()),
});

export type AttestationPublicKey = v.InferOutput<typeof keySchema>;

/** Reads a key of the service, from the service or from storage; `null` when it is none. */
export const readAttestationKey = (value: unknown): AttestationPublicKey | null => read(keySchema, value);
