import type { OriginChecker } from '../../application/wallet-protocol/engine/origin-checker.js';
import { requireParams, withPublicErrors } from './public-error.js';

export interface VerifyFacadeOptions {
  readonly origins: Pick<OriginChecker, 'attest' | 'attestation' | 'resolve'>;
}

/** Origin of a message, as attested by the verify service. */
export interface SignOrigin {
  origin: string;
  isScam?: boolean;
}

/**
 * The `core.verify` API. Without `metadata.verifyUrl` no service is queried. The client's messages do not wait for it. A call takes up to five
 * seconds, and rejects with `config/disposed` if the client is disposed meanwhile.
 */
export class VerifyFacade {
  readonly name = 'verify-api';
  readonly context = 'verify-api';
  readonly #origins: VerifyFacadeOptions['origins'];

  constructor({ origins }: VerifyFacadeOptions) {
    this.#origins = origins;
  }

  /** No effect: keys are fetched on first use. */
  readonly init = (): Promise<void> => Promise.resolve();

  /**
   * Requests an attestation of this page's origin for a message. Returns a JWT, or `''` if the service issues none; `undefined` outside a
   * browser or without a service.
   * @param params `id`: SHA-256 of the envelope, hex; `decryptedId`: SHA-256 of the message, hex
   */
  readonly register = (params: { id: string; decryptedId: string }): Promise<string | undefined> =>
    withPublicErrors(async () => {
      const { id, decryptedId } = requireParams('register', params);
      return this.#origins.attest === null
        ? undefined
        : ((await this.#origins.attestation({ envelopeId: id, messageId: decryptedId })) ?? '');
    });

  /**
   * Returns the origin of a message; `undefined` if it is unknown.
   * @param params `attestationId`: the JWT that came with the message, `''` for none; `hash`: SHA-256 of the message, hex, to query one;
   * `encryptedId`: SHA-256 of the envelope, hex; `verifyUrl`: the verify service of its sender
   */
  readonly resolve = (params: {
    attestationId?: string;
    hash?: string;
    encryptedId?: string;
    verifyUrl?: string;
  }): Promise<SignOrigin | undefined> =>
    withPublicErrors(async () => {
      const { attestationId: attestation, hash: messageId, encryptedId: envelopeId = '', verifyUrl } = requireParams('resolve', params);
      const message = {
        envelopeId,
        ...(messageId === undefined ? {} : { messageId }),
        ...(attestation === undefined ? {} : { attestation }),
        publishedAt: 0,
      };
      const found = await this.#origins.resolve(message, verifyUrl);
      return found.isKnown ? { origin: found.origin, isScam: found.isScam } : undefined;
    });
}
