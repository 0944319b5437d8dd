import { overHttp } from '../process/control-endpoint.js';

/** How the service behaves: it answers, answers later, breaks connections as where nobody listens, or never answers. */
export type VerifyDoor = 'open' | 'down' | 'never' | { readonly delayMs: number };

/** What is asked of the service: the key, an attestation in a frame, or where a message came from. */
export type VerifyService = 'key' | 'attestation' | 'lookup';

/** A request that the service got. */
export interface VerifyRequest {
  readonly service: VerifyService;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Origin of the page that asked; `null` where the request does not say. */
  readonly from: string | null;
}

/** A message to attest: what it is known by, SHA-256 in hex, and where it came from. */
export interface VerifyMessage {
  readonly envelopeId: string;
  readonly messageId: string;
  readonly origin: string;
}

/** The switches of the service that attests origins, for tests. */
export interface VerifyControl {
  /** Attests the origin of a message without a frame, for senders that are no pages. Gives the attestation; from now on it is found too. */
  attest(message: VerifyMessage): Promise<string>;

  setDoor(door: VerifyDoor): Promise<void>;
  /** The origins that the owner of the project has listed; `null`, as in the beginning, for any. */
  setOrigins(origins: readonly string[] | null): Promise<void>;
  /** The origins that wallets are warned of. */
  setScams(origins: readonly string[]): Promise<void>;
  /** How long attestations and keys are good from now on, in seconds. */
  setLifetime(seconds: number): Promise<void>;
  /** Signs with another key from now on. */
  changeKey(): Promise<void>;
  /** Every request since the last reset, oldest first. */
  requests(): Promise<readonly VerifyRequest[]>;
  /** Back to the fresh service: open, with every origin listed and none to warn of, nothing attested, no request. Its key stays. */
  reset(): Promise<void>;
}

/** The switches of the service of a running sandbox, over HTTP. @param origin `verify.origin` */
export const verifyOverHttp = (origin: string, token: string): VerifyControl => overHttp(origin, token);
