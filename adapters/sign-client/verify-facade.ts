import type { OriginChecker } from '../../application/wallet-protocol/engine/origin-checker.js';

/** What the facade of origins is made of. */
export interface VerifyFacadeOptions {
  readonly origins: Pick<OriginChecker, 'attest' | 'attestation' | 'resolve'>;
}

/** Where a message came from, as the service of `metadata.verifyUrl` says. */
export interface SignOrigin {
  origin: string;
  isScam?: boolean;
}

/**
 * The service that attests origins as hosts know it from `core.verify`. Without `metadata.verifyUrl` it asks nobody and knows nothing. No message of
 * the client waits for it; who calls it does, up to five seconds, and is told `config/disposed` where the client ends meanwhile.
 */
export class VerifyFacade {
  readonly name = 'verify-api';
  readonly context = 'verify-api';
  readonly #origins: VerifyFacadeOptions['origins'];

  constructor({ origins }: VerifyFacadeOptions) {
    this.#origins = origins;
  }

  /** There is nothing to prepare: a key is fetched at its first use. */
  readonly init = (): Promise<void> => Promise.resolve();

  /**
   * Has the origin of this page attested for a message: a JWT, or `''` where the service gives none. `undefined` outside of a browser, and without a
   * service.
   * @param params `id`: SHA-256 of the envelope, hex; `decryptedId`: that of the message inside of it
   */
  readonly register = async (params: { id: string; decryptedId: string }): Promise<string | undefined> => {
    if (this.#origins.attest === null) return undefined;
    return (await this.#origins.attestation({ envelopeId: params.id, messageId: params.decryptedId })) ?? '';
  };

  /**
   * Where a message came from; `undefined` where nobody knows.
   * @param params `attestationId`: the JWT that came with it, `''` where none did; `hash`: SHA-256 of the message, hex, by which it is looked up;
   * `encryptedId`: that of its envelope; `verifyUrl`: the service that its sender names
   */
  readonly resolve = async (params: {
    attestationId?: string;
    hash?: string;
    encryptedId?: string;
    verifyUrl?: string;
  }): Promise<SignOrigin | undefined> => {
    const { attestationId: attestation, hash: messageId, encryptedId: envelopeId = '', verifyUrl } = params;
    const message = {
      envelopeId,
      ...(messageId === undefined ? {} : { messageId }),
      ...(attestation === undefined ? {} : { attestation }),
      publishedAt: 0,
    };
    const found = await this.#origins.resolve(message, verifyUrl);
    return found.isKnown ? { origin: found.origin, isScam: found.isScam } : undefined;
  };
}
