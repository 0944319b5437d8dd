import { DeviceStore } from '../frame/device-store.js';
import { type EmbeddingApp, FrameClient } from '../frame/frame-client.js';
import { SocialLogins } from '../frame/social-logins.js';
import { KeyWorker } from '../keys/key-worker.js';
import type { Confirm } from '../keys/to-confirm.js';
import { SITE_PROJECT } from '../protocol/site-project.js';
import { type KeysDocument, openKeys } from './open-keys.js';
import type { SiteConfig } from './site-config.js';
import { takeAnswer } from './social-return.js';
import { WalletSession } from './wallet-session.js';
import { withLock } from './with-lock.js';

/** Runs tasks for an app one at a time, in all tabs. */
const exclusively =
  ({ project, origin }: EmbeddingApp) =>
  <Result>(task: () => Promise<Result>): Promise<Result> =>
    withLock(`latchkey-wallet-session ${origin} ${project}`, task);

/** What a list of devices calls this browser. */
const deviceLabel = (): string => {
  const { userAgent } = navigator;
  const find = (names: readonly string[], fallback: string): string => names.find((name) => userAgent.includes(name)) ?? fallback;
  return `${find(['Edg', 'Firefox', 'Chrome', 'Safari'], 'Browser')} on ${find(['Android', 'iPhone', 'iPad', 'Windows', 'Mac OS', 'Linux'], 'a device')}`;
};

/** Options of {@link openWalletSession}. */
export interface WalletSessionOptions {
  readonly config: SiteConfig;
  readonly app: EmbeddingApp;
  /** Precedes the browser in a list of devices. Default: nothing. */
  readonly name?: string;
  /** Has the user confirm with a passkey. Default: not possible, as in frames. */
  readonly confirm?: Confirm;
  /** Default: that of frames. */
  readonly keys?: KeysDocument;
}

/** Opens the session of this document, with the storage that the browser gives it. */
export const openWalletSession = async ({ config, app, name, confirm, keys = 'keys' }: WalletSessionOptions): Promise<WalletSession> => {
  const [client, store] = await Promise.all([FrameClient.create({ apiOrigin: config.apiOrigin }), DeviceStore.open({ app })]);
  return new WalletSession({
    client,
    app,
    store,
    socials: new SocialLogins({ app, siteOrigin: location.origin }),
    runExclusive: exclusively(app),
    startKeys: () => new KeyWorker(openKeys(config.keysOrigin, keys), confirm ?? null),
    label: name === undefined ? deviceLabel() : `${name}, ${deviceLabel()}`,
  });
};

/** Opens the session of the site itself, in a window of its own, and logs in if a provider has sent the user back to it. */
export const openSiteSession = async (config: SiteConfig): Promise<WalletSession> => {
  const session = await openWalletSession({
    config,
    app: { project: SITE_PROJECT, origin: location.origin },
    name: 'Wallet window',
    keys: 'window-keys',
    confirm: async (asked) => (await import('./passkey-view.js')).confirmWithPasskey(asked),
  });
  const answer = takeAnswer();
  if (answer !== null) await session.logins.resumeSocial(answer);
  return session;
};
