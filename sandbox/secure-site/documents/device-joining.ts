import { approveDevice, grantSession } from '../frame/device-approval.js';
import type { StoredDevice } from '../frame/device-store.js';
import { ApiError, type FrameClient, type SessionInfo } from '../frame/frame-client.js';
import { beginDevice, DeviceRequest, type DeviceRequestState, type NewDevice } from '../frame/new-device.js';
import type { KeyWorker } from '../keys/key-worker.js';
import type { LoginUser } from '../protocol/login-user.js';
import { createSigningKey } from '../protocol/p256.js';
import type { LinkPort } from './link-port.js';
import { userOf } from './user-of.js';
import type { waitFor } from './wait-for.js';

type ApprovedDevice = Extract<DeviceRequestState, { readonly status: 'approved' }>;

/** Options of {@link DeviceJoining.joinByApproval}. */
export interface ApprovalOptions {
  /** Shows the number that the user types on the other device. */
  readonly onNumber: (number: string) => void;
  readonly signal: AbortSignal;
}

/** The other device is another browser, which cannot reach this one. */
const POLL_MS = 2_000;

/** Dependencies of {@link DeviceJoining}. */
export interface DeviceJoiningDeps {
  readonly client: FrameClient;
  /** What a list of devices calls this one. */
  readonly label: string;
  readonly wait: typeof waitFor;
  /** Registers this frame with the server, once. */
  readonly register: () => Promise<void>;
  readonly readSession: () => Promise<SessionInfo>;
  readonly inSession: <Result>(run: () => Promise<Result>) => Promise<Result>;
  readonly startKeys: () => KeyWorker;
  readonly unlock: () => Promise<{ readonly wallet: string; readonly keys: KeyWorker; readonly device: StoredDevice }>;
  /** Stores the device of a wallet that exists, once its secrets have opened it. */
  readonly adopt: (device: Pick<StoredDevice, 'wallet' | 'device' | 'key' | 'user'>) => Promise<void>;
}

/** Makes documents devices of a wallet that another one has open: this one, or another. */
export class DeviceJoining {
  readonly #deps: DeviceJoiningDeps;

  constructor(deps: DeviceJoiningDeps) {
    this.#deps = deps;
  }

  /**
   * Signs another document in and adds its device to the wallet. The user has given consent.
   * @param origin of the app that embeds the other document, as the browser tells it
   * @throws ApiError, or Error if the other document does not answer or the server knows another origin
   */
  async add(port: LinkPort, { frame, origin }: { readonly frame: string; readonly origin: string }): Promise<void> {
    const { client } = this.#deps;
    const { wallet, keys, device: record } = await this.#deps.unlock();
    const granted = await this.#deps.inSession(() => grantSession(client, record, frame));
    if (granted.origin !== origin) throw new Error('The other window is of another app');
    port.send('session', { token: granted.token });
    const added = await port.receive('device');
    // The session is this frame's, and no other document gets keys.
    if (added.frame !== frame || added.origin !== origin) throw new Error('The other window is of another app');
    await this.#deps.inSession(() => approveDevice(client, { ...record, wallet, worker: keys }, added));
    port.send('added', {});
  }

  /** Becomes a device of the wallet that another document has open. @throws ApiError, or Error if the other document does not answer */
  async join(port: LinkPort): Promise<void> {
    const { client, label } = this.#deps;
    await this.#deps.register();
    const { token } = await port.receive('session');
    client.token = token;
    const user = userOf(await this.#deps.readSession());
    const key = await createSigningKey();
    const added = await beginDevice(client, { key, label });
    const request = await this.#createRequest(added);
    port.send('device', request.members);
    await port.receive('added');
    const state = await request.poll();
    if (state.status !== 'approved') throw new ApiError('no-request');
    await this.#accept({ ...added, user }, state);
  }

  /**
   * Becomes a device of the user's wallet once another device has approved it.
   * @throws ApiError `no-request` if it was refused or has expired; the reason of the signal
   */
  async joinByApproval({ onNumber, signal }: ApprovalOptions): Promise<void> {
    const { client, label, wait } = this.#deps;
    const user = userOf(await this.#deps.readSession());
    const key = await createSigningKey();
    const added = await this.#deps.inSession(() => beginDevice(client, { key, label }));
    const request = await this.#createRequest(added);
    await this.#deps.inSession(() => request.send());
    let isShown = false;
    for (;;) {
      signal.throwIfAborted();
      const state = await this.#deps.inSession(() => request.poll());
      if (state.status === 'approved') return this.#accept({ ...added, user }, state);
      if (state.status === 'compare' && !isShown) onNumber(state.number);
      isShown ||= state.status === 'compare';
      await wait(POLL_MS, signal);
    }
  }

  async #createRequest(added: NewDevice): Promise<DeviceRequest> {
    const agreementKey = await this.#deps.startKeys().request('make-agreement-key', {});
    return DeviceRequest.create(this.#deps.client, added, agreementKey);
  }

  /** Has the worker take the secret that another device has sealed, and opens the wallet. @throws KeyWorkerError `not-opened` if it was changed */
  async #accept({ wallet, device, key, user }: NewDevice & { readonly user: LoginUser }, { added, sealed }: ApprovedDevice): Promise<void> {
    await this.#deps.startKeys().request('accept-secret', { wallet, added, sealed });
    await this.#deps.adopt({ wallet, device, key, user });
  }
}
