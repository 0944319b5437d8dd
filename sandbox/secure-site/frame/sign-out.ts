import type { KeyWorker } from '../keys/key-worker.js';
import type { DeviceStore, StoredDevice } from './device-store.js';
import type { FrameClient } from './frame-client.js';

/** What a sign-out erased, for the user. */
export interface SignOutReport {
  /** The server has ended the session. False: offline, or it had ended before. */
  readonly isSessionEnded: boolean;
  /** The server has deleted the device with its secret. False also for a wallet that is locked: remove it on another device. */
  readonly isDeviceRevoked: boolean;
  /** Wallets whose keys were erased from the worker's memory. The worker is terminated in any case. */
  readonly wallets: readonly string[];
  /** Members of the device that were erased from the browser's storage; `null` if the browser refused. */
  readonly stored: readonly (keyof StoredDevice)[] | null;
}

/** What signs out. */
export interface SignOutDeps {
  readonly client: FrameClient;
  readonly worker: KeyWorker;
  readonly store: DeviceStore;
}

/**
 * Signs out of this browser: removes the device, ends the session, erases keys and storage. Nothing of it depends on the others. A wallet with
 * neither another device nor recovery words is lost by it: ask the user before. Never rejects.
 */
export const signOut = async ({ client, worker, store }: SignOutDeps): Promise<SignOutReport> => {
  const device = (await store.load())?.device ?? null;
  const isDeviceRevoked = device !== null && (await succeeds(revoke({ client, worker }, device)));
  // The sessions of a device end with it.
  const isSessionEnded = isDeviceRevoked || (client.token !== null && (await succeeds(client.call('DELETE', '/session'))));
  client.token = null;
  const wallets = await worker.request('wipe', {}).catch(() => []);
  worker.stop();
  return { isSessionEnded, isDeviceRevoked, wallets, stored: await store.erase() };
};

const revoke = ({ client, worker }: Pick<SignOutDeps, 'client' | 'worker'>, device: string): Promise<void> =>
  client.revokeDevice(device, (statement) => worker.request('sign-statement', { statement }));

const succeeds = (attempt: Promise<unknown>): Promise<boolean> =>
  attempt.then(
    () => true,
    () => false,
  );
