import type { Attestation, MessageHashes, OriginLookup, ReceivedAttestation } from '../../../application/ports/attestation.port.js';
import type { Clock } from '../../../application/ports/clock.port.js';
import type { RecordStore } from '../../../application/ports/record-store.port.js';
import { requestWithTimeout } from '../../../application/shared/request-with-timeout.js';
import { base64ToBytes } from '../../../domain/base64.js';
import {
  ATTESTATION_FAILURES,
  type AttestedOrigin,
  readAttestation,
  readOriginLookup,
  unknownOrigin,
  verifyAttestation,
} from '../../../domain/wallet-protocol/origin/attestation.js';
import {
  ATTESTATION_TIMEOUT_MS,
  type AttestationPublicKey,
  attestationUrl,
  originLookupUrl,
} from '../../../domain/wallet-protocol/origin/attestation-service.js';
import { type FramePage, openAttestationFrame } from './attestation-frame.js';
import { AttestationKeys } from './attestation-keys.js';

/** The window of the page whose origin is attested. */
export interface AttestedPage extends FramePage {
  readonly location: Pick<Location, 'origin'>;
}

export interface HttpAttestationOptions {
  /** URL of the verify service for this page's origin. */
  readonly server: string;
  readonly projectId: string;
  /** `undefined` outside a browser. */
  readonly page: AttestedPage | undefined;
  /** Store for the keys of verify services. */
  readonly records: RecordStore;
  readonly clock: Clock;
  /** Default: the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
  /** Missing outside secure contexts. Default: `crypto.subtle`. */
  readonly subtle?: SubtleCrypto | undefined;
}

/** Maximum number of open frames. A request that times out in the queue opens no frame. */
const MAX_FRAMES = 4;

/**
 * WalletConnect Verify, over HTTP and a hidden frame.
 * @see https://docs.walletconnect.network/wallet-sdk/features/verify
 */
export class HttpAttestation implements Attestation {
  readonly attest: Attestation['attest'];
  readonly #options: HttpAttestationOptions;
  readonly #subtle: SubtleCrypto | undefined;
  readonly #keys: AttestationKeys;
  #frames = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(options: HttpAttestationOptions) {
    const { page, records, clock } = options;
    this.#options = options;
    this.#subtle = 'subtle' in options ? options.subtle : globalThis.crypto?.subtle;
    this.#keys = new AttestationKeys({ records, now: () => clock.now(), fetchJson: (url, signal) => this.#json(url, signal) });
    this.attest = page === undefined ? null : (ids, signal) => this.#attest(page, ids, signal);
  }

  verify(attestation: ReceivedAttestation, signal: AbortSignal): Promise<AttestedOrigin> {
    return this.#withTimeout(signal, (requestSignal) => this.#verify(attestation, requestSignal), unknownOrigin('unreachable'));
  }

  lookUp({ server, messageId }: OriginLookup, signal: AbortSignal): Promise<AttestedOrigin> {
    const url = originLookupUrl(server, messageId);
    return this.#withTimeout(
      signal,
      async (requestSignal) => readOriginLookup(await this.#json(url, requestSignal)),
      unknownOrigin('unreachable'),
    );
  }

  #attest(page: AttestedPage, ids: MessageHashes, signal: AbortSignal): Promise<string | null> {
    const { server, projectId } = this.#options;
    const url = attestationUrl({ server, projectId, origin: page.location.origin, ...ids });
    const request = (requestSignal: AbortSignal): Promise<string> =>
      this.#inFrame(() => openAttestationFrame(page, { url, envelopeId: ids.envelopeId }, requestSignal));
    return this.#withTimeout<string | null>(signal, request, null);
  }

  async #verify({ server, jwt, envelopeId }: ReceivedAttestation, signal: AbortSignal): Promise<AttestedOrigin> {
    const claims = readAttestation(jwt);
    // Before any fetch, so that a peer cannot trigger key requests by sending invalid texts.
    if (claims === null) return unknownOrigin('none');
    if (claims.id !== envelopeId) return unknownOrigin('otherMessage');
    const verifyWith = async (key: AttestationPublicKey): Promise<AttestedOrigin> => {
      const isSigned = await isSignedBy(key, jwt, this.#subtle);
      return verifyAttestation({ claims, envelopeId, key, isSigned, nowMs: this.#options.clock.now() });
    };
    const cachedKey = await this.#keys.cached(server);
    const verified = cachedKey === null ? unknownOrigin('wrongSignature') : await verifyWith(cachedKey);
    if (verified.isKnown || verified.reason !== ATTESTATION_FAILURES.wrongSignature) return verified;
    // The service may have rotated its key.
    const key = await this.#keys.fetchLatest(server, signal);
    return key === null ? unknownOrigin('unreachable') : verifyWith(key);
  }

  /** Fetches JSON; `null` if the service has no result. */
  async #json(url: string, signal: AbortSignal): Promise<unknown> {
    const { fetch = (...request) => globalThis.fetch(...request) } = this.#options;
    const response = await fetch(url, { signal, credentials: 'omit' });
    if (response.ok) return response.json();
    await response.body?.cancel();
    if (response.status >= 500) throw new Error(`The service responded with status ${response.status}`);
    return null;
  }

  async #inFrame<Result>(request: () => Promise<Result>): Promise<Result> {
    while (this.#frames >= MAX_FRAMES) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#frames += 1;
    try {
      return await request();
    } finally {
      this.#frames -= 1;
      this.#waiting.shift()?.();
    }
  }

  async #withTimeout<Result>(signal: AbortSignal, request: (signal: AbortSignal) => Promise<Result>, fallback: Result): Promise<Result> {
    try {
      return await requestWithTimeout(ATTESTATION_TIMEOUT_MS, this.#options.clock, signal, request);
    } catch {
      signal.throwIfAborted();
      return fallback;
    }
  }
}

const CURVE = { name: 'ECDSA', namedCurve: 'P-256' };
const ALGORITHM = { name: 'ECDSA', hash: 'SHA-256' };

/** Two 32-byte integers. @see https://www.rfc-editor.org/rfc/rfc7518#section-3.4 */
const SIGNATURE_BYTES = 64;

/**
 * Returns whether a JWT is signed with a P-256 key (ES256). Its `alg` header is ignored. `false` outside secure contexts, where signatures cannot be
 * verified.
 * @see https://www.rfc-editor.org/rfc/rfc7515#section-5.2
 */
const isSignedBy = async (
  { publicKey }: Pick<AttestationPublicKey, 'publicKey'>,
  jwt: string,
  subtle: SubtleCrypto | undefined,
): Promise<boolean> => {
  const separator = jwt.lastIndexOf('.');
  const signature = base64ToBytes(jwt.slice(separator + 1));
  if (subtle === undefined || signature?.length !== SIGNATURE_BYTES) return false;
  try {
    const key = await subtle.importKey('jwk', publicKey, CURVE, false, ['verify']);
    // Copied, as Web Crypto does not accept shared memory.
    return await subtle.verify(ALGORITHM, key, Uint8Array.from(signature), new TextEncoder().encode(jwt.slice(0, separator)));
  } catch {
    // The point of the key may not be on the curve.
    return false;
  }
};
