import { secp256k1 } from '@noble/curves/secp256k1.js';
import { WalletSession } from '../../../../../sandbox/secure-site/documents/wallet-session.js';
import { DeviceStore } from '../../../../../sandbox/secure-site/frame/device-store.js';
import { SocialLogins } from '../../../../../sandbox/secure-site/frame/social-logins.js';
import { DeviceSecrets } from '../../../../../sandbox/secure-site/keys/device-secrets.js';
import { KeyWorker } from '../../../../../sandbox/secure-site/keys/key-worker.js';
import type { Confirm } from '../../../../../sandbox/secure-site/keys/to-confirm.js';
import { fromBase64Url } from '../../../../../sandbox/secure-site/protocol/encoding.js';
import { APP, type SecureSiteWorld, SITE } from '../api/secure-site-world.js';
import { InlineWorker } from '../keys/inline-worker.js';

export const DIGEST = new Uint8Array(32).fill(5);
const SECRET_BYTES = 32;

let count = 0;
/** Keys of each worker are others. They are those of windows. */
const startKeys = (devices: DeviceSecrets, confirm: Confirm | null): KeyWorker => {
  count += 1;
  return new KeyWorker(new InlineWorker(`session ${count}`, { canExport: true, devices }), confirm);
};

/** What a browser stores on the origin of the keys, by what it stores on the site's. */
export const keysOf = new WeakMap<DeviceStore, DeviceSecrets>();

/** Storage of a browser, shared by all sessions that are given it. */
export const memoryStore = (app = APP): Promise<DeviceStore> =>
  DeviceStore.open({
    app,
    factory: () => {
      throw new DOMException('denied', 'SecurityError');
    },
  });

const memoryStorage = (): never => {
  throw new DOMException('denied', 'SecurityError');
};

/** Tasks of all tabs of a browser and app. */
const lasts = new WeakMap<DeviceStore, Promise<unknown>>();

/** A document's session. Those with one store are of one browser and app: tabs, or one after a reload. */
export const openSession = async (
  world: SecureSiteWorld,
  store: DeviceStore,
  app = APP,
  wait = async (): Promise<void> => undefined,
  confirm: Confirm | null = null,
): Promise<WalletSession> => {
  const client = await world.unregisteredFrame();
  const devices = keysOf.get(store) ?? new DeviceSecrets(null);
  keysOf.set(store, devices);
  return new WalletSession({
    client,
    app,
    store,
    socials: new SocialLogins({ app, siteOrigin: SITE, storage: memoryStorage, now: () => world.now }),
    startKeys: () => startKeys(devices, confirm),
    runExclusive: (task) => {
      const result = (lasts.get(store) ?? Promise.resolve()).then(task);
      lasts.set(
        store,
        result.catch(() => undefined),
      );
      return result;
    },
    label: 'Test',
    wait,
  });
};

/** Whether the wallet has signed the digest. */
export const isSigned = async (session: WalletSession): Promise<boolean> => {
  const signature = await session.sign('eip155', DIGEST);
  const key = fromBase64Url((await session.account('eip155'))?.publicKey ?? '');
  return secp256k1.verify(signature.subarray(0, 2 * SECRET_BYTES), DIGEST, key, { prehash: false });
};

/** Id of the user's wallet; `null` if there is none. */
export const walletOf = async (session: WalletSession): Promise<string | null> => (await session.info()).wallet;
