import { commandOverHttp } from '../process/control-endpoint.js';

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

/** What the switches do, as it crosses the wire. */
export type VerifyCommand =
  | { readonly type: 'attest'; readonly message: VerifyMessage }
  | { readonly type: 'set-door'; readonly door: VerifyDoor }
  | { readonly type: 'set-origins'; readonly origins: readonly string[] | null }
  | { readonly type: 'set-scams'; readonly origins: readonly string[] }
  | { readonly type: 'set-lifetime'; readonly seconds: number }
  | { readonly type: 'change-key' }
  | { readonly type: 'read-requests' }
  | { readonly type: 'reset' };

/** The switches of the service that attests origins, for tests. */
export class VerifyControl {
  readonly #run: (command: VerifyCommand) => Promise<unknown>;

  constructor(run: (command: VerifyCommand) => Promise<unknown>) {
    this.#run = run;
  }

  /** Attests the origin of a message without a frame, for senders that are no pages. Gives the attestation; from now on it is found too. */
  async attest(message: VerifyMessage): Promise<string> {
    // The service answers this command with the attestation.
    return (await this.#run({ type: 'attest', message })) as string;
  }

  async setDoor(door: VerifyDoor): Promise<void> {
    await this.#run({ type: 'set-door', door });
  }

  /** The origins that the owner of the project has listed; `null`, as in the beginning, for any. */
  async setOrigins(origins: readonly string[] | null): Promise<void> {
    await this.#run({ type: 'set-origins', origins });
  }

  /** The origins that wallets are warned of. */
  async setScams(origins: readonly string[]): Promise<void> {
    await this.#run({ type: 'set-scams', origins });
  }

  /** How long attestations and keys are good from now on, in seconds. */
  async setLifetime(seconds: number): Promise<void> {
    await this.#run({ type: 'set-lifetime', seconds });
  }

  /** Signs with another key from now on. */
  async changeKey(): Promise<void> {
    await this.#run({ type: 'change-key' });
  }

  /** Every request since the last reset, oldest first. */
  async requests(): Promise<readonly VerifyRequest[]> {
    // The service answers this command with its log.
    return (await this.#run({ type: 'read-requests' })) as readonly VerifyRequest[];
  }

  /** Back to the fresh service: open, with every origin listed and none to warn of, nothing attested, no request. Its key stays. */
  async reset(): Promise<void> {
    await this.#run({ type: 'reset' });
  }
}

/** The switches of the service of a running sandbox, over HTTP. @param origin `verify.origin` */
export const verifyOverHttp = (origin: string, token: string): VerifyControl => new VerifyControl(commandOverHttp(origin, token));
