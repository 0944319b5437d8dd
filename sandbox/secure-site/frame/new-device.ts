import * as v from 'valibot';
import type { AddedDevice } from '../keys/messages.js';
import type { Wrap } from '../keys/vault.js';
import { commitmentOf, numberOf, type RequestingDevice } from '../protocol/device-number.js';
import { digestOf, randomText, toUtf8 } from '../protocol/encoding.js';
import { exportPoint } from '../protocol/p256.js';
import { createAgreementKey, openMessage, type SealedMessage } from '../protocol/sealed-message.js';
import { sealedMessageSchema } from '../protocol/sealed-message-schema.js';
import { signAsDevice } from './device-signature.js';
import type { FrameClient, SignManagement } from './frame-client.js';

const begunSchema = v.object({ wallet: v.string(), device: v.string(), deviceSecret: sealedMessageSchema, expiresAt: v.number() });
const stateSchema = v.object({ approverRandom: v.nullable(v.string()), answer: v.nullable(v.string()) });
const answerSchema = v.pipe(v.string(), v.parseJson(), sealedMessageSchema);

/** A device that has its secret of the server, and is not registered yet. */
export interface NewDevice {
  readonly wallet: string;
  readonly device: string;
  readonly key: CryptoKeyPair;
  /** Secret of the server: 32 bytes. It opens nothing until a wrap is made with it. */
  readonly serverSecret: Uint8Array<ArrayBuffer>;
  /** Until then it can be registered. */
  readonly expiresAt: number;
}

/** Options of {@link beginDevice}. */
export interface BeginDeviceOptions {
  /** ECDSA P-256 of the new device. */
  readonly key: CryptoKeyPair;
  /** Name of the device for its owner. */
  readonly label: string;
}

/** Begins to add the frame's device to the account's wallet. @throws ApiError `no-wallet`, `session-too-old` */
export const beginDevice = async (client: FrameClient, { key, label }: BeginDeviceOptions): Promise<NewDevice> => {
  const agreement = await createAgreementKey();
  const [deviceKey, agreementKey] = [await exportPoint(key.publicKey), await exportPoint(agreement.publicKey)];
  const { deviceSecret, ...begun } = v.parse(begunSchema, await client.call('POST', '/devices/begin', { deviceKey, agreementKey, label }));
  const context = ['device-secret', begun.wallet, begun.device, client.id, ''];
  return { ...begun, key, serverSecret: await openMessage(agreement, context, deviceSecret) };
};

/** Options of {@link registerDevice}. */
export interface RegisterDeviceOptions {
  /** Of the device, made by the worker in which recovery words have opened the wallet. */
  readonly wraps: readonly Wrap[];
  readonly sign: SignManagement;
}

/** Registers the frame's device, once recovery words have opened the wallet in its worker. @throws ApiError `no-request`, `wrong-statement` */
export const registerDevice = async (client: FrameClient, added: NewDevice, { wraps, sign }: RegisterDeviceOptions): Promise<void> => {
  const { wallet, device, key } = added;
  const deviceWraps = JSON.stringify(wraps);
  const nonce = await client.nonce();
  const parameters = [device, await exportPoint(key.publicKey), await digestOf(toUtf8(deviceWraps))];
  const { signature: managementSignature } = await sign({ action: 'add-device', wallet, nonce, parameters });
  const deviceSignature = await signAsDevice(client, added, { action: 'register-device', nonce, parameters: [wallet] });
  await client.call('POST', '/devices', { device, deviceWraps, nonce, deviceSignature, managementSignature });
};

/** What a {@link DeviceRequest} waits for. */
export type DeviceRequestState =
  /** No device has opened the request. */
  | { readonly status: 'waiting' }
  /** The user types the number on the device that approves. */
  | { readonly status: 'compare'; readonly number: string }
  /**
   * The device is registered: `POST /devices/secret` releases vault and wraps to it. Its secret is for the worker that has made the request's
   * key: `accept-secret`.
   */
  | { readonly status: 'approved'; readonly added: AddedDevice; readonly sealed: SealedMessage };

/** Request of a new device for approval on a registered one. */
export class DeviceRequest {
  readonly #client: FrameClient;
  readonly #random = randomText(32);
  #number: string | null = null;
  /** What a window of the site needs to approve the device of the frame that opened it: `approveDevice`. */
  readonly members: RequestingDevice;

  private constructor(client: FrameClient, members: RequestingDevice) {
    this.#client = client;
    this.members = members;
  }

  /** Creates a request, which no one knows yet. @param agreementKey of the worker that is to accept the device's secret */
  static async create(
    client: FrameClient,
    { wallet, device, key }: Pick<NewDevice, 'wallet' | 'device' | 'key'>,
    agreementKey: string,
  ): Promise<DeviceRequest> {
    const deviceKey = await exportPoint(key.publicKey);
    return new DeviceRequest(client, { wallet, device, deviceKey, agreementKey, frame: client.id, origin: client.origin });
  }

  /**
   * Puts the request in the server's mailbox, for the other devices. The owner gets a mail.
   * @throws ApiError `no-request`, `too-many-requests`
   */
  async send(): Promise<void> {
    const { device, agreementKey } = this.members;
    const commitment = await commitmentOf(this.members, this.#random);
    await this.#client.call('POST', '/device-requests', { device, agreementKey, commitment });
  }

  /**
   * Reads the mailbox once, and continues.
   * @throws ApiError `no-request` if the request was refused or has expired
   */
  async poll(): Promise<DeviceRequestState> {
    const { device, frame, agreementKey } = this.members;
    const { approverRandom, answer } = v.parse(stateSchema, await this.#client.call('POST', '/device-requests/state', { device }));
    if (answer !== null) return { status: 'approved', added: { device, frame, agreementKey }, sealed: v.parse(answerSchema, answer) };
    if (this.#number !== null) return { status: 'compare', number: this.#number };
    if (approverRandom === null) return { status: 'waiting' };
    // Revealed once: with a second random value of the approver, the number could be chosen.
    const number = await numberOf(this.members, { random: this.#random, approverRandom });
    this.#number = number;
    await this.#client.call('POST', '/device-requests/reveal', { device, random: this.#random });
    return { status: 'compare', number };
  }
}
