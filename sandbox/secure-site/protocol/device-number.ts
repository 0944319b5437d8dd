import { digestOf, encodeFields } from './encoding.js';

/** A new device that asks to be approved. All members are shown by the server to the device that approves, and known to the new one. */
export interface RequestingDevice {
  readonly wallet: string;
  readonly device: string;
  /** Public key of the device. */
  readonly deviceKey: string;
  /** Key that the device's secret is encrypted to. */
  readonly agreementKey: string;
  /** Thumbprint of the key of the frame. */
  readonly frame: string;
  /** Origin of the app that embeds the frame. */
  readonly origin: string;
}

/** Digits of a number. */
export const NUMBER_DIGITS = 6;

const fieldsOf = ({ wallet, device, deviceKey, agreementKey, frame, origin }: RequestingDevice) =>
  [wallet, device, deviceKey, agreementKey, frame, origin] as const;

/** What a new device publishes before it knows the random value of the approving one. @param random its own value: 32 bytes in base64url */
export const commitmentOf = (request: RequestingDevice, random: string): Promise<string> =>
  digestOf(encodeFields('latchkey/device-commitment/1', ...fieldsOf(request), random));

/**
 * The number that the new device shows and the user types on the approving one. Each side has contributed a random value, and the new one
 * had committed to its own before: an attacker who replaces the keys between the two has one guess of a million, and cannot search for keys
 * that give the same number.
 * @see https://www.rfc-editor.org/rfc/rfc6189#section-4.4.1.1 for the commitment, in another protocol
 */
export const numberOf = async (
  request: RequestingDevice,
  { random, approverRandom }: { readonly random: string; readonly approverRandom: string },
): Promise<string> => {
  const bytes = encodeFields('latchkey/device-number/1', ...fieldsOf(request), random, approverRandom);
  const digest = new DataView(await crypto.subtle.digest('SHA-256', bytes));
  // 64 bits: the remainder favours no number by more than 10^-13.
  return String(digest.getBigUint64(0) % 10n ** BigInt(NUMBER_DIGITS)).padStart(NUMBER_DIGITS, '0');
};
