import { type SealedMessage, sealMessage } from '../protocol/sealed-message.js';
import type { Frame } from './frames.js';
import type { OutsideKey } from './outside-key.js';
import { Refusal } from './refusal.js';

const SECRET_BYTES = 32;

/** Context of a device's secret, in the database and on the way to the frame. */
export const deviceContext = (wallet: string, device: string): readonly string[] => ['device-secret', wallet, device];
/** Context of the recovery secret. */
export const recoveryContext = (wallet: string): readonly string[] => ['recovery-secret', wallet, ''];

/** Context of the secret by which a passkey recovers a wallet. */
export const passkeyContext = (wallet: string): readonly string[] => ['passkey-secret', wallet, ''];

/** A released secret, and whom it is encrypted to. */
export interface Release {
  /** As it is stored. */
  readonly secret: string;
  readonly context: readonly string[];
  readonly agreementKey: string;
  readonly frame: Frame;
  readonly nonce: string;
}

/** The server's secrets: sealed with the outside key in the database, encrypted to one frame on the wire. */
export class ServerSecrets {
  readonly #key: OutsideKey;

  constructor(key: OutsideKey) {
    this.#key = key;
  }

  /** Generates a secret, for the database and for the frame. @throws Refusal if the key is not a point of the curve */
  async issue(context: readonly string[], agreementKey: string, frame: Frame) {
    const secret = crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
    const stored = await this.#key.seal(secret, context);
    return { stored, sealed: await sealTo(agreementKey, [...context, frame.id, ''], secret) };
  }

  /** Encrypts a stored secret to a frame. @throws Refusal if the key is not a point of the curve */
  async release({ secret, context, agreementKey, frame, nonce }: Release): Promise<SealedMessage> {
    return sealTo(agreementKey, [...context, frame.id, nonce], await this.#key.open(secret, context));
  }
}

const sealTo = (agreementKey: string, context: readonly string[], secret: Uint8Array<ArrayBuffer>): Promise<SealedMessage> =>
  sealMessage(agreementKey, context, secret).catch(() => {
    throw new Refusal('invalid-request');
  });
