import { overHttp } from '../process/control-endpoint.js';

/** State of the service: `open` responds; `down` closes connections; `never` does not respond; `delayMs` responds late. */
export type VerifyMode = 'open' | 'down' | 'never' | { readonly delayMs: number };

/** Endpoint of the service: its key, an attestation in a frame, or the look-up of a message. */
export type VerifyService = 'key' | 'attestation' | 'lookup';

/** A logged request. */
export interface VerifyRequest {
  readonly service: VerifyService;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Origin of the requesting page; `null` if the request has none. */
  readonly from: string | null;
}

/** A message to attest: the hashes of its envelope and of the message (SHA-256 in hex), and its origin. */
export interface VerifyMessage {
  readonly envelopeId: string;
  readonly messageId: string;
  readonly origin: string;
}

/** Test controls of the service. */
export interface VerifyControl {
  /**
   * Attests the origin of a message without a frame, for senders outside a browser. Returns the attestation. The look-up finds it from then
   * on.
   */
  attest(message: VerifyMessage): Promise<string>;

  setMode(mode: VerifyMode): Promise<void>;
  /** Sets the allowlist of the project's origins. Default `null`: any origin. */
  setOrigins(origins: readonly string[] | null): Promise<void>;
  /** Sets the origins flagged as scams. */
  setScams(origins: readonly string[]): Promise<void>;
  /** Sets the lifetime of new attestations and of the key, in seconds. Negative values are expired. */
  setLifetime(seconds: number): Promise<void>;
  /** Replaces the signing key. */
  changeKey(): Promise<void>;
  /** Returns all requests since the last reset, oldest first. */
  requests(): Promise<readonly VerifyRequest[]>;
  /** Restores the initial state: open, any origin listed, no scams, no attestations, no requests. The key stays the same. */
  reset(): Promise<void>;
}

/** Controls the service of a running sandbox over HTTP. @param origin `verify.origin` */
export const verifyOverHttp = (origin: string, token: string): VerifyControl => overHttp(origin, token);
