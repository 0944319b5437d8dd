import { AttestationSigner } from './attestation-signer.js';
import type { VerifyMessage } from './verify-control.js';

/** How long attestations and keys are good unless a test says otherwise, in seconds. */
const LIFETIME_SECONDS = 3_600;

/** What the service has attested and remembers, without HTTP. */
export class AttestedOrigins {
  readonly #now: () => number;
  /** Origins by what a message is known by: the hash of its envelope, or its own. */
  readonly #messages = new Map<string, string>();
  #signer = new AttestationSigner();
  #scams: ReadonlySet<string> = new Set();
  #listed: ReadonlySet<string> | null = null;
  #lifetime = LIFETIME_SECONDS;

  /** @param now milliseconds since 1970 */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** The key, as it is published. */
  get key(): unknown {
    return { publicKey: this.#signer.publicKey, expiresAt: this.#expiry() };
  }

  attest({ envelopeId: id, messageId, origin }: VerifyMessage): string {
    this.#messages.set(id, origin).set(messageId, origin);
    return this.#signer.sign({ id, origin, exp: this.#expiry(), isScam: this.#scams.has(origin), isVerified: this.#isListed(origin) });
  }

  /** Where a message came from; `null` where nothing is known of it, or its origin is not listed. */
  find(id: string): { readonly origin: string; readonly isScam: boolean } | null {
    const origin = this.#messages.get(id);
    return origin === undefined || !this.#isListed(origin) ? null : { origin, isScam: this.#scams.has(origin) };
  }

  list(origins: readonly string[] | null): void {
    this.#listed = origins === null ? null : new Set(origins);
  }

  warnOf(origins: readonly string[]): void {
    this.#scams = new Set(origins);
  }

  setLifetime(seconds: number): void {
    this.#lifetime = seconds;
  }

  changeKey(): void {
    this.#signer = new AttestationSigner();
  }

  /** Everything as in the beginning; the key stays. */
  reset(): void {
    this.#messages.clear();
    this.#scams = new Set();
    this.#listed = null;
    this.#lifetime = LIFETIME_SECONDS;
  }

  #isListed(origin: string): boolean {
    return this.#listed?.has(origin) ?? true;
  }

  #expiry(): number {
    return Math.floor(this.#now() / 1_000) + this.#lifetime;
  }
}
