import type { KeyWorker } from '../keys/key-worker.js';
import { signAsDevice } from './device-signature.js';
import type { DeviceStore, StoredDevice } from './device-store.js';
import { ApiError, type FrameClient } from './frame-client.js';

/** What a sign-out erased, for the user. */
export interface SignOutReport {
  /** The server has ended the session. False: offline, or it had ended before. */
  readonly isSessionEnded: boolean;
  /** The server has deleted the device with its secret. False: remove it on another device. */
  readonly isDeviceRevoked: boolean;
  /** Wallets whose keys were erased from the worker's memory. The worker is terminated in any case. */
  readonly wallets: readonly string[];
  /** Members of the device that were erased from the browser's storage; `null` if the browser refused, or its secret could not be erased. */
  readonly stored: readonly (keyof StoredDevice)[] | null;
  /** The device stays, and opens the wallet after the next login: without it, the wallet would be lost. */
  readonly isDeviceKept: boolean;
}

/** What signs out. */
export interface SignOutDeps {
  readonly client: FrameClient;
  /** The worker that runs; `null` if no key was needed. */
  readonly keys: KeyWorker | null;
  /** Starts one, if none runs. */
  readonly startKeys: () => KeyWorker;
  readonly store: DeviceStore;
}

/**
 * Signs out of this browser: unregisters the device, ends the session, erases keys and storage. Nothing of it depends on the others. The last
 * device of a wallet without recovery words stays, without session and keys: the server says that it is the last one. Never rejects.
 */
export const signOut = async ({ client, keys: running, startKeys, store }: SignOutDeps): Promise<SignOutReport> => {
  const device = await store.load();
  const removed = device === null ? 'failed' : await removeDevice(client, device);
  const isDeviceKept = removed === 'last-device';
  const isDeviceRevoked = removed === 'removed';
  // The sessions of a device end with it.
  const isSessionEnded = isDeviceRevoked || (client.token !== null && (await succeeds(client.call('DELETE', '/session'))));
  client.token = null;
  const erasedDevice = isDeviceKept ? null : device;
  const keys = erasedDevice === null ? running : startKeys();
  const wallets = (await keys?.request('wipe', {}).catch(() => [])) ?? [];
  const isSecretErased =
    erasedDevice === null || keys === null || (await succeeds(keys.request('forget-device', { device: erasedDevice.device })));
  keys?.stop();
  if (device !== null && isDeviceKept) await store.save({ ...device, token: null });
  const erased = isDeviceKept ? (['token'] as const) : await store.erase();
  return { isSessionEnded, isDeviceRevoked, wallets, stored: isSecretErased ? erased : null, isDeviceKept };
};

/** Unregisters the device with its own key: it needs no key of the wallet, which may be locked. */
const removeDevice = async (client: FrameClient, owner: StoredDevice): Promise<'removed' | 'last-device' | 'failed'> => {
  if (client.token === null) return 'failed';
  const { device } = owner;
  try {
    const nonce = await client.nonce();
    const signature = await signAsDevice(client, owner, { action: 'remove-device', nonce, parameters: [] });
    await client.call('POST', '/devices/remove', { device, nonce, signature });
    return 'removed';
  } catch (error) {
    return error instanceof ApiError && error.code === 'last-device' ? 'last-device' : 'failed';
  }
};

const succeeds = (attempt: Promise<unknown>): Promise<boolean> =>
  attempt.then(
    () => true,
    () => false,
  );
