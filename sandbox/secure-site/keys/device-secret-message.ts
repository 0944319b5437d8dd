import type { SeenVault } from './device-secrets.js';
import { KEY_BYTES } from './seal.js';

const COUNTER_BYTES = 8;

/** Length of what a device seals for a new one. */
export const DEVICE_SECRET_BYTES = KEY_BYTES + 2 * COUNTER_BYTES;

/** The secret of a new device, then the epoch and the number of the policy, 8 bytes each (big endian), so that it opens nothing older. */
export const formatDeviceSecret = (secret: Uint8Array, { epoch, policy }: SeenVault): Uint8Array<ArrayBuffer> => {
  const message = new Uint8Array(DEVICE_SECRET_BYTES);
  message.set(secret);
  const view = new DataView(message.buffer);
  view.setBigUint64(KEY_BYTES, BigInt(epoch));
  view.setBigUint64(KEY_BYTES + COUNTER_BYTES, BigInt(policy));
  return message;
};

/** @param message of {@link DEVICE_SECRET_BYTES} */
export const parseDeviceSecret = (message: Uint8Array<ArrayBuffer>): { readonly secret: Uint8Array; readonly seen: SeenVault } => {
  const view = new DataView(message.buffer, message.byteOffset);
  const [epoch, policy] = [view.getBigUint64(KEY_BYTES), view.getBigUint64(KEY_BYTES + COUNTER_BYTES)];
  return { secret: message.subarray(0, KEY_BYTES), seen: { epoch: Number(epoch), policy: Number(policy) } };
};
