import * as v from 'valibot';
import type { KeyWorker } from '../keys/key-worker.js';
import { commitmentOf, numberOf } from '../protocol/device-number.js';
import { digestOf, randomText, toUtf8 } from '../protocol/encoding.js';
import { exportPoint } from '../protocol/p256.js';
import { createAgreementKey, openMessage } from '../protocol/sealed-message.js';
import { sealedMessageSchema } from '../protocol/sealed-message-schema.js';
import { type SigningDevice, signAsDevice } from './device-signature.js';
import type { FrameClient } from './frame-client.js';

/** Wrong numbers until a request is refused. */
const MAX_TRIES = 3;

const requestSchema = v.object({
  device: v.string(),
  /** Name that the new device gave itself: a claim. */
  label: v.string(),
  /** Origin of the app that embeds the new device's frame. */
  origin: v.string(),
  frame: v.string(),
  deviceKey: v.string(),
  agreementKey: v.string(),
  commitment: v.string(),
  /** Device that approves it; `null` if none does yet. */
  approver: v.nullable(v.string()),
  random: v.nullable(v.string()),
  createdAt: v.number(),
  expiresAt: v.number(),
});
const listSchema = v.object({ requests: v.array(requestSchema) });
const secretSchema = v.object({ secret: sealedMessageSchema });
const grantedSchema = v.object({ token: v.string(), expiresAt: v.number(), origin: v.string() });

/** A new device that asks for an approval. */
export type ListedRequest = v.InferOutput<typeof requestSchema>;

/** Members of a new device that it is approved with. */
export type ApprovedDevice = Pick<ListedRequest, 'device' | 'frame' | 'deviceKey' | 'agreementKey'>;

/** A registered device whose wallet is unlocked. */
export interface ApprovingDevice extends SigningDevice {
  readonly wallet: string;
  readonly worker: KeyWorker;
}

/** Result of a comparison. */
export type Comparison =
  /** The new device has not shown a number yet. */
  | 'waiting'
  | 'same'
  | 'different'
  /** The third wrong number, or the new device is not the one that was opened: the request is deleted. */
  | 'refused';

/** Lists new devices that ask for an approval. @throws ApiError `no-device` in a session without a registered device */
export const listDeviceRequests = async (client: FrameClient): Promise<readonly ListedRequest[]> =>
  v.parse(listSchema, await client.call('GET', '/device-requests')).requests;

/** Deletes a request. @throws ApiError `no-device`, `no-request` */
export const refuseDeviceRequest = async (client: FrameClient, device: string): Promise<void> => {
  await client.call('POST', '/device-requests/refuse', { device });
};

/** Approval of a new device on a registered one, by the number that the new one shows. */
export class DeviceApproval {
  readonly #client: FrameClient;
  readonly #approver: ApprovingDevice;
  readonly #request: ListedRequest;
  readonly #random: string;
  #tries = 0;
  #isSame = false;

  private constructor(client: FrameClient, approver: ApprovingDevice, request: ListedRequest, random: string) {
    this.#client = client;
    this.#approver = approver;
    this.#request = request;
    this.#random = random;
  }

  /** Opens a request. The new device shows its number then. @throws ApiError `request-taken`, `wrong-statement` */
  static async open(client: FrameClient, approver: ApprovingDevice, request: ListedRequest): Promise<DeviceApproval> {
    const { device } = request;
    const random = randomText(32);
    const nonce = await client.nonce();
    const signature = await signAsDevice(client, approver, { action: 'open-request', nonce, parameters: [device, random] });
    await client.call('POST', '/device-requests/open', { device, random, nonce, signature });
    return new DeviceApproval(client, approver, request, random);
  }

  /** Compares the number that the user typed. @throws ApiError */
  async compare(number: string): Promise<Comparison> {
    const { device, commitment } = this.#request;
    const random = (await listDeviceRequests(this.#client)).find((listed) => listed.device === device)?.random ?? null;
    if (random === null) return 'waiting';
    // The members as they were when the request was opened: the server may list others by now.
    const request = { ...this.#request, wallet: this.#approver.wallet };
    const isCommitted = (await commitmentOf(request, random)) === commitment;
    this.#tries += 1;
    this.#isSame = isCommitted && number === (await numberOf(request, { random, approverRandom: this.#random }));
    if (this.#isSame) return 'same';
    if (isCommitted && this.#tries < MAX_TRIES) return 'different';
    await refuseDeviceRequest(this.#client, device);
    return 'refused';
  }

  /** Adds the device to the wallet. @throws Error unless the number was the same; ApiError `request-taken`, `wrong-statement` */
  async approve(): Promise<void> {
    if (!this.#isSame) throw new Error('The number was not compared');
    await approveDevice(this.#client, this.#approver, this.#request);
  }
}

/**
 * Adds a new device to the wallet, without a comparison: for a frame whose messages the browser delivers with their origin, to the window that
 * it opened. The caller has compared `frame` and keys with those messages, and the user has given consent.
 * @throws ApiError `no-request`, `wrong-statement`
 */
export const approveDevice = async (client: FrameClient, approver: ApprovingDevice, added: ApprovedDevice): Promise<void> => {
  const { wallet, worker } = approver;
  const { device, deviceKey } = added;
  const server = await releaseNewSecret(client, approver, device);
  try {
    const { frame, agreementKey } = added;
    const made = await worker.request('add-device', { wallet, added: { device, frame, agreementKey }, server });
    const deviceWraps = JSON.stringify([made.wrap]);
    const answer = JSON.stringify(made.sealed);
    const nonce = await client.nonce();
    const parameters = [device, deviceKey, await digestOf(toUtf8(deviceWraps))];
    const statement = { action: 'add-device', wallet, nonce, parameters };
    const { signature: managementSignature } = await worker.request('sign-statement', { statement });
    const approved = [device, await digestOf(toUtf8(answer))];
    const deviceSignature = await signAsDevice(client, approver, { action: 'approve-device', nonce, parameters: approved });
    const body = { device, deviceWraps, answer, nonce, deviceSignature, managementSignature };
    await client.call('POST', '/device-requests/approve', body);
  } finally {
    server.fill(0);
  }
};

const releaseNewSecret = async (client: FrameClient, approver: ApprovingDevice, device: string): Promise<Uint8Array<ArrayBuffer>> => {
  const agreement = await createAgreementKey();
  const agreementKey = await exportPoint(agreement.publicKey);
  const nonce = await client.nonce();
  const signature = await signAsDevice(client, approver, { action: 'release-secret', nonce, parameters: [device, agreementKey] });
  const released = await client.call('POST', '/device-requests/secret', { device, agreementKey, nonce, signature });
  return openMessage(agreement, ['device-secret', approver.wallet, device, client.id, nonce], v.parse(secretSchema, released).secret);
};

/** A session for another frame. */
export type GrantedSession = v.InferOutput<typeof grantedSchema>;

/**
 * Signs another frame in with its user's consent: from a window of the site itself any, from the frame of an app such a window. Only that
 * frame can use the token.
 * @param frame id of the other frame's client
 * @returns with the origin of the app that embeds the frame, as the server knows it: compare it with that of the opener
 * @throws ApiError `no-device`, `session-too-old`, `unknown-frame`: also for the frame of an app, from another one
 */
export const grantSession = async (client: FrameClient, device: SigningDevice, frame: string): Promise<GrantedSession> => {
  const nonce = await client.nonce();
  const signature = await signAsDevice(client, device, { action: 'grant-session', nonce, parameters: [frame] });
  return v.parse(grantedSchema, await client.call('POST', '/sessions/grant', { frame, nonce, signature }));
};
