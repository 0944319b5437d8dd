import type { Attestation, OriginLookup, ReceivedAttestation, SealedIds } from '../../../application/ports/attestation.port.js';
import type { Clock } from '../../../application/ports/clock.port.js';
import type { RecordStore } from '../../../application/ports/record-store.port.js';
import { askWithin } from '../../../application/shared/ask-within.js';
import { base64ToBytes } from '../../../domain/wallet-protocol/base64.js';
import {
  type AttestedOrigin,
  attestedOrigin,
  NO_ORIGIN,
  readAttestation,
  readOriginLookup,
  unknownOrigin,
} from '../../../domain/wallet-protocol/origin/attestation.js';
import {
  ATTESTATION_TIMEOUT_MS,
  type AttestationPublicKey,
  attestationUrl,
  originLookupUrl,
} from '../../../domain/wallet-protocol/origin/attestation-service.js';
import { attestationFrame, type FramePage } from './attestation-frame.js';
import { AttestationKeys } from './attestation-keys.js';

/** The page whose origin is attested. */
export interface AttestedPage extends FramePage {
  readonly location: Pick<Location, 'origin'>;
}

/** What the adapter needs. */
export interface HttpAttestationOptions {
  /** Address of the service that attests the own origin. */
  readonly server: string;
  readonly projectId: string;
  /** `undefined` outside of a page. */
  readonly page: AttestedPage | undefined;
  /** Where keys of services are kept. */
  readonly records: RecordStore;
  readonly clock: Clock;
  /** Default: the page's own. */
  readonly fetch?: typeof globalThis.fetch;
  /** Absent on pages without a secure context. Default: the page's own. */
  readonly subtle?: SubtleCrypto | undefined;
}

/** How many frames are open at once. What waits longer than its five seconds is not asked. */
const MOST_FRAMES = 4;

/**
 * A service that attests origins, over HTTP and a hidden frame.
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
    return this.#ask(signal, (within) => this.#verify(attestation, within), unknownOrigin('unreachable'));
  }

  lookUp({ server, messageId }: OriginLookup, signal: AbortSignal): Promise<AttestedOrigin> {
    const url = originLookupUrl(server, messageId);
    return this.#ask(signal, async (within) => readOriginLookup(await this.#json(url, within)), unknownOrigin('unreachable'));
  }

  #attest(page: AttestedPage, ids: SealedIds, signal: AbortSignal): Promise<string | null> {
    const { server, projectId } = this.#options;
    const url = attestationUrl({ server, projectId, origin: page.location.origin, ...ids });
    const ask = (within: AbortSignal): Promise<string> =>
      this.#inFrame(() => attestationFrame(page, { url, envelopeId: ids.envelopeId }, within));
    return this.#ask<string | null>(signal, ask, null);
  }

  async #verify({ server, jwt, envelopeId }: ReceivedAttestation, signal: AbortSignal): Promise<AttestedOrigin> {
    const claims = readAttestation(jwt);
    // Without a fetch: nobody makes this page ask for keys by sending texts.
    if (claims === null) return unknownOrigin('none');
    if (claims.id !== envelopeId) return unknownOrigin('otherMessage');
    const judge = async (key: AttestationPublicKey): Promise<AttestedOrigin> => {
      const isSigned = await isSignedBy(key, jwt, this.#subtle);
      return attestedOrigin({ claims, envelopeId, key, isSigned, nowMs: this.#options.clock.now() });
    };
    const kept = await this.#keys.kept(server);
    const judged = kept === null ? unknownOrigin('wrongSignature') : await judge(kept);
    if (judged.isKnown || judged.reason !== NO_ORIGIN.wrongSignature) return judged;
    // The service may have another key by now.
    const key = await this.#keys.fetched(server, signal);
    return key === null ? unknownOrigin('unreachable') : judge(key);
  }

  /** The answer of the service; `null` where it answers that it has none. */
  async #json(url: string, signal: AbortSignal): Promise<unknown> {
    const { fetch = (...request) => globalThis.fetch(...request) } = this.#options;
    const response = await fetch(url, { signal, credentials: 'omit' });
    if (response.ok) return response.json();
    await response.body?.cancel();
    if (response.status >= 500) throw new Error(`The service answers ${response.status}`);
    return null;
  }

  async #inFrame<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    while (this.#frames >= MOST_FRAMES) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#frames += 1;
    try {
      return await ask();
    } finally {
      this.#frames -= 1;
      this.#waiting.shift()?.();
    }
  }

  async #ask<Answer>(signal: AbortSignal, ask: (signal: AbortSignal) => Promise<Answer>, otherwise: Answer): Promise<Answer> {
    try {
      return await askWithin(ATTESTATION_TIMEOUT_MS, this.#options.clock, signal, ask);
    } catch {
      signal.throwIfAborted();
      return otherwise;
    }
  }
}

const CURVE = { name: 'ECDSA', namedCurve: 'P-256' };
const ALGORITHM = { name: 'ECDSA', hash: 'SHA-256' };

/** Two numbers of 32 bytes. @see https://www.rfc-editor.org/rfc/rfc7518#section-3.4 */
const SIGNATURE_BYTES = 64;

/**
 * Whether a JWT is signed with a key on P-256 (ES256), whatever its head says of itself. Not so where nothing can be checked, as on a page
 * without a secure context.
 * @see https://www.rfc-editor.org/rfc/rfc7515#section-5.2
 */
const isSignedBy = async (
  { publicKey }: Pick<AttestationPublicKey, 'publicKey'>,
  jwt: string,
  subtle: SubtleCrypto | undefined,
): Promise<boolean> => {
  const end = jwt.lastIndexOf('.');
  const signature = base64ToBytes(jwt.slice(end + 1));
  if (subtle === undefined || signature?.length !== SIGNATURE_BYTES) return false;
  try {
    const key = await subtle.importKey('jwk', publicKey, CURVE, false, ['verify']);
    // Copies: only these are sure not to lie in shared memory.
    return await subtle.verify(ALGORITHM, key, Uint8Array.from(signature), new TextEncoder().encode(jwt.slice(0, end)));
  } catch {
    // A point that is not on the curve is no key.
    return false;
  }
};
