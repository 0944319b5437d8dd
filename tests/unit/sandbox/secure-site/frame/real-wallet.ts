import { signAsDevice } from '../../../../../sandbox/secure-site/frame/device-signature.js';
import type { FrameClient } from '../../../../../sandbox/secure-site/frame/frame-client.js';
import { DeviceRequest, type NewDevice } from '../../../../../sandbox/secure-site/frame/new-device.js';
import type { Accounts } from '../../../../../sandbox/secure-site/keys/accounts.js';
import { DeviceSecrets } from '../../../../../sandbox/secure-site/keys/device-secrets.js';
import { KeyWorker } from '../../../../../sandbox/secure-site/keys/key-worker.js';
import { randomBytes } from '../../../../../sandbox/secure-site/keys/seal.js';
import { proveRecovery } from '../../../../../sandbox/secure-site/keys/statement.js';
import type { Pair, Vault, Wrap } from '../../../../../sandbox/secure-site/keys/vault.js';
import { digestOf, toUtf8 } from '../../../../../sandbox/secure-site/protocol/encoding.js';
import { createSigningKey, exportPoint } from '../../../../../sandbox/secure-site/protocol/p256.js';
import { createAgreementKey, openMessage, type SealedMessage } from '../../../../../sandbox/secure-site/protocol/sealed-message.js';
import { InlineWorker } from '../keys/inline-worker.js';

/** A device with what it stores, and its worker. */
export interface RealDevice {
  readonly wallet: string;
  readonly device: string;
  readonly key: CryptoKeyPair;
  readonly worker: KeyWorker;
  /** What its browser stores of it, for all its workers. */
  readonly devices: DeviceSecrets;
}

/** A wallet whose keys a real worker made. */
export interface RealWallet extends RealDevice {
  readonly recovery: Uint8Array<ArrayBuffer>;
  readonly accounts: Accounts;
  readonly managementKey: string;
  readonly vault: Vault;
  readonly wraps: readonly Wrap[];
}

let count = 0;
/** A worker that has no wallet. @param devices storage of its browser. Default: that of another browser */
export const newWorker = (devices = new DeviceSecrets(null)): KeyWorker => {
  count += 1;
  return new KeyWorker(new InlineWorker(`worker ${count}`, { devices }));
};

/** A device that asks another one for its approval. */
export interface RequestingRealDevice extends RealDevice {
  readonly request: DeviceRequest;
  /** Has the device's worker accept its secret. @throws Error if the device is not approved */
  readonly accept: () => Promise<void>;
}

/** Creates the request of a new device, as its frame does. @param devices default: of another browser */
export const requestApproval = async (
  client: FrameClient,
  { wallet, device, key }: Pick<NewDevice, 'wallet' | 'device' | 'key'>,
  devices = new DeviceSecrets(null),
): Promise<RequestingRealDevice> => {
  const worker = newWorker(devices);
  const agreementKey = await worker.request('make-agreement-key', {});
  const request = await DeviceRequest.create(client, { wallet, device, key }, agreementKey);
  const accept = async (): Promise<void> => {
    const state = await request.poll();
    if (state.status !== 'approved') throw new Error(state.status);
    await worker.request('accept-secret', { wallet, added: state.added, sealed: state.sealed });
  };
  return { wallet, device, key, worker, devices, request, accept };
};

const agree = async () => {
  const agreement = await createAgreementKey();
  return { agreement, agreementKey: await exportPoint(agreement.publicKey) };
};

/** Creates the wallet of a session's account, as a frame does. */
export const createRealWallet = async (client: FrameClient, recovery = randomBytes(32)): Promise<RealWallet> => {
  const key = await createSigningKey();
  const { agreement, agreementKey } = await agree();
  // The test fails if the API returns something else.
  const begun = (await client.call('POST', '/wallets/begin', { deviceKey: await exportPoint(key.publicKey), agreementKey })) as {
    readonly wallet: string;
    readonly device: string;
    readonly deviceSecret: SealedMessage;
    readonly recoverySecret: SealedMessage;
  };
  const { wallet, device } = begun;
  const server = await openMessage(agreement, ['device-secret', wallet, device, client.id, ''], begun.deviceSecret);
  const serverOfRecovery = await openMessage(agreement, ['recovery-secret', wallet, '', client.id, ''], begun.recoverySecret);
  const devices = new DeviceSecrets(null);
  const worker = newWorker(devices);
  const { vault, wraps, recoveryKey, managementKey, accounts } = await worker.request('create', {
    wallet,
    wraps: [
      { pair: 'device-server', device, secrets: { server } },
      { pair: 'device-recovery', device, secrets: { recovery } },
      { pair: 'server-recovery', device: '', secrets: { server: serverOfRecovery, recovery } },
    ],
  });
  const texts = [vault, wraps.slice(0, 2), wraps.slice(2)].map((value) => JSON.stringify(value));
  const nonce = await client.nonce();
  const parameters = [device, managementKey, recoveryKey ?? '', ...(await Promise.all(texts.map((text) => digestOf(toUtf8(text)))))];
  const { signature } = await worker.request('sign-statement', { statement: { action: 'create-wallet', wallet, nonce, parameters } });
  await client.call('POST', '/wallets', {
    wallet,
    vault: texts[0],
    deviceWraps: texts[1],
    recoveryWraps: texts[2],
    managementKey,
    recoveryKey,
    label: 'First device',
    nonce,
    deviceSignature: await signAsDevice(client, { device, key }, { action: 'register-device', nonce, parameters: [wallet] }),
    managementSignature: signature,
  });
  return { wallet, device, key, devices, worker, recovery, accounts, managementKey, vault, wraps };
};

interface Released {
  readonly vault: string;
  readonly deviceWraps?: string;
  readonly recoveryWraps?: string;
  readonly secret: SealedMessage;
}

/** @throws Error if there is no wrap of the pair */
const wrapOf = (text: string | undefined, pair: Pair): Wrap => {
  // The test fails if the API returns something else.
  const wrap = (JSON.parse(text ?? '[]') as readonly Wrap[]).find((each) => each.pair === pair);
  if (wrap === undefined) throw new Error(`No wrap of ${pair}`);
  return wrap;
};

/** Has the server release vault, wraps and secret to a device, and unlocks its worker. */
export const unlockDevice = async (client: FrameClient, owner: RealDevice, { seenEpoch = 0 } = {}) => {
  const { wallet, device, worker } = owner;
  const { agreement, agreementKey } = await agree();
  const nonce = await client.nonce();
  const signature = await signAsDevice(client, owner, { action: 'release-secret', nonce, parameters: [agreementKey] });
  // The test fails if the API returns something else.
  const released = (await client.call('POST', '/devices/secret', { device, agreementKey, nonce, signature })) as Released;
  const server = await openMessage(agreement, ['device-secret', wallet, device, client.id, nonce], released.secret);
  const wrap = wrapOf(released.deviceWraps, 'device-server');
  const vault = JSON.parse(released.vault) as Vault;
  const unlocked = await worker.request('unlock', { wallet, seenEpoch, vault, wrap, secrets: { server } });
  return { ...unlocked, vault, wrap, server };
};

/** Proves a recovery secret, and has the server release what belongs to it. */
const releaseRecovery = async (client: FrameClient, recovery: Uint8Array<ArrayBuffer>) => {
  const { wallet: id } = await client.session();
  const wallet = id ?? '';
  const { agreement, agreementKey } = await agree();
  const nonce = await client.nonce();
  const { signature } = proveRecovery(recovery, { action: 'recover', wallet, nonce, parameters: [agreementKey, client.id, client.origin] });
  // The test fails if the API returns something else.
  const released = (await client.call('POST', '/recovery/secret', { agreementKey, nonce, signature })) as Released;
  const server = await openMessage(agreement, ['recovery-secret', wallet, '', client.id, nonce], released.secret);
  return { wallet, released, server };
};

/** The server's secret for recovery. */
export const serverOfRecovery = async (client: FrameClient, { recovery }: RealWallet): Promise<Uint8Array<ArrayBuffer>> =>
  (await releaseRecovery(client, recovery)).server;

/** Unlocks a worker with a recovery secret. */
export const recoverWallet = async (client: FrameClient, worker: KeyWorker, recovery: Uint8Array<ArrayBuffer>) => {
  const { wallet, released, server } = await releaseRecovery(client, recovery);
  const wrap = wrapOf(released.recoveryWraps, 'server-recovery');
  const vault = JSON.parse(released.vault) as Vault;
  return worker.request('unlock', { wallet, seenEpoch: 0, vault, wrap, secrets: { server, recovery } });
};
