import type { SignClient } from '@walletconnect/sign-client';
import type { buildApprovedNamespaces, getSdkError } from '@walletconnect/utils';

/** The official client of the wallet protocol, on which this wallet is built so that apps meet an implementation that is not their own. */
export interface SignSdk {
  readonly SignClient: typeof SignClient;
  readonly buildApprovedNamespaces: typeof buildApprovedNamespaces;
  readonly getSdkError: typeof getSdkError;
}

/** A client of it. */
export type OfficialClient = InstanceType<typeof SignClient>;

/** Loads it when a wallet needs it: it is large, and most of what the sandbox does goes without. */
export const loadSignSdk = async (): Promise<SignSdk> => {
  const [client, utils] = await Promise.all([import('@walletconnect/sign-client'), import('@walletconnect/utils')]);
  return { SignClient: client.SignClient, buildApprovedNamespaces: utils.buildApprovedNamespaces, getSdkError: utils.getSdkError };
};

/** Where a client without a browser keeps its keys and sessions. */
export class MemoryStore {
  /** What its keys begin with. Clients of one process share their inner parts unless these differ. */
  readonly prefix = `sandbox-${crypto.randomUUID()}`;
  readonly #texts = new Map<string, string>();

  /** All keys. */
  async getKeys(): Promise<string[]> {
    return [...this.#texts.keys()];
  }

  /** All keys with their values. */
  async getEntries<T>(): Promise<[string, T][]> {
    return [...this.#texts].map(([key, text]) => [key, JSON.parse(text) as T]);
  }

  /** A copy of what was stored. */
  async getItem<T>(key: string): Promise<T | undefined> {
    const text = this.#texts.get(key);
    return text === undefined ? undefined : JSON.parse(text);
  }

  /** Stores a copy. */
  async setItem<T>(key: string, value: T): Promise<void> {
    this.#texts.set(key, JSON.stringify(value));
  }

  /** Forgets a value. */
  async removeItem(key: string): Promise<void> {
    this.#texts.delete(key);
  }
}

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
