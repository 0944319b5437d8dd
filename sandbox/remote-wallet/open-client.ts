import type { MemoryStore } from './memory-store.js';
import type { OfficialClient, SignSdk } from './sign-sdk.js';

/** Project id with which the sandbox's wallets enter a relay, for relays that let only some in. */
export const WALLET_PROJECT_ID = 'sandbox-wallet';

/** What a wallet's client is opened with. */
export interface OpenClientOptions {
  readonly relayUrl: string;
  /** What the wallet says of itself to apps. */
  readonly name: string;
  readonly url: string;
  readonly icons: readonly string[];
  /** What the keys of its storage begin with. */
  readonly prefix: string;
  /** Without it, the browser's own. */
  readonly store?: MemoryStore;
}

/** A client that stays at its relay until it is stopped. */
export interface OpenedClient {
  readonly client: OfficialClient;
  stop(): Promise<void>;
}

/** Opens a client of the official package; it sends nothing to anyone but the relay. */
export const openClient = async ({ SignClient }: SignSdk, options: OpenClientOptions): Promise<OpenedClient> => {
  const { relayUrl, name, url, icons, prefix, store } = options;
  const client = await SignClient.init({
    projectId: WALLET_PROJECT_ID,
    relayUrl,
    metadata: { name, description: 'A wallet for development', url, icons: [...icons], redirect: { universal: `${url}/wc` } },
    logger: 'silent',
    telemetryEnabled: false,
    customStoragePrefix: prefix,
    ...(store === undefined ? {} : { storage: store }),
    // The wallet has a queue of its own.
    signConfig: { disableRequestQueue: true },
  });
  const switchOff = tame(client);
  return {
    client,
    stop: async () => {
      client.core.heartbeat.stop();
      switchOff();
      await client.core.relayer.transportClose();
      // Where the client remembers its inner parts for others of the same prefix.
      for (const suffix of ['', '_count']) Reflect.deleteProperty(globalThis, `_walletConnectCore_${prefix}${suffix}`);
    },
  };
};

/**
 * Keeps what the client does by itself from failing where nobody listens. When an app ends a session, the client unsubscribes
 * from its topic in a listener of its own: a relay that refuses, or that the client has left meanwhile, would be an unhandled
 * rejection, and the session would stay.
 * @returns what lets the client ask nothing of the relay any more: it would open the line again
 */
const tame = ({ core: { relayer } }: OfficialClient): (() => void) => {
  let leave = (): void => undefined;
  const left = new Promise<void>((resolve) => {
    leave = resolve;
  });
  const unsubscribe = relayer.unsubscribe.bind(relayer);
  relayer.unsubscribe = (...topic) => Promise.race([unsubscribe(...topic).catch(() => undefined), left]);
  return () => {
    relayer.unsubscribe = () => left;
    relayer.request = () => Promise.reject(new Error('The wallet is switched off.'));
    leave();
  };
};
