import type { SignClient } from '@walletconnect/sign-client';
import type { buildApprovedNamespaces, buildAuthObject, getSdkError, populateAuthPayload } from '@walletconnect/utils';

/** The WalletConnect SDK. This wallet is built on it, so that apps are tested against an independent implementation. */
export interface SignSdk {
  readonly SignClient: typeof SignClient;
  readonly buildApprovedNamespaces: typeof buildApprovedNamespaces;
  readonly getSdkError: typeof getSdkError;
  readonly populateAuthPayload: typeof populateAuthPayload;
  readonly buildAuthObject: typeof buildAuthObject;
}

/** A client of the SDK. */
export type OfficialClient = InstanceType<typeof SignClient>;

/** Loads the SDK lazily, because it is large and rarely needed. */
export const loadSignSdk = async (): Promise<SignSdk> => {
  const [{ SignClient }, utils] = await Promise.all([import('@walletconnect/sign-client'), import('@walletconnect/utils')]);
  const { buildApprovedNamespaces, getSdkError, populateAuthPayload, buildAuthObject } = utils;
  return { SignClient, buildApprovedNamespaces, getSdkError, populateAuthPayload, buildAuthObject };
};

/** In-memory storage for a client without a browser: keys and sessions. */
export class MemoryStore {
  /** Prefix of its keys. Clients in one process share their core unless the prefixes differ. */
  readonly prefix = `sandbox-${crypto.randomUUID()}`;
  readonly #values = new Map<string, string>();

  /** Returns all keys. */
  async getKeys(): Promise<string[]> {
    return [...this.#values.keys()];
  }

  /** Returns all entries. */
  async getEntries<T>(): Promise<[string, T][]> {
    return [...this.#values].map(([key, text]) => [key, JSON.parse(text) as T]);
  }

  /** Returns a copy of a value. */
  async getItem<T>(key: string): Promise<T | undefined> {
    const text = this.#values.get(key);
    return text === undefined ? undefined : JSON.parse(text);
  }

  /** Stores a copy of a value. */
  async setItem<T>(key: string, value: T): Promise<void> {
    this.#values.set(key, JSON.stringify(value));
  }

  /** Removes a value. */
  async removeItem(key: string): Promise<void> {
    this.#values.delete(key);
  }
}

/** Project id of the sandbox's wallets, for relays with a list of accepted ids. */
export const WALLET_PROJECT_ID = 'sandbox-wallet';

/** Options of {@link openClient}. */
export interface OpenClientOptions {
  readonly relayUrl: string;
  /** Display name in the wallet's metadata. */
  readonly name: string;
  readonly url: string;
  readonly icons: readonly string[];
  /** Prefix of its storage keys. */
  readonly prefix: string;
  /** Default: the browser's storage. */
  readonly store?: MemoryStore;
}

/** A client that stays connected to its relay until it is stopped. */
export interface OpenedClient {
  readonly client: OfficialClient;
  stop(): Promise<void>;
}

/** Opens an SDK client. It connects to the relay only. */
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
    // The wallet has its own request queue.
    signConfig: { disableRequestQueue: true },
  });
  const stopRequests = guardRelayer(client);
  guardDeletions(client);
  return {
    client,
    stop: async () => {
      client.core.heartbeat.stop();
      stopRequests();
      await client.core.relayer.transportClose();
      // The SDK caches its core globally by prefix.
      for (const suffix of ['', '_count']) Reflect.deleteProperty(globalThis, `_walletConnectCore_${prefix}${suffix}`);
    },
  };
};

/**
 * Prevents unhandled rejections in the SDK. When an app deletes a session, the SDK unsubscribes from the topic in an internal listener. If
 * the relay rejects that, or the connection is closed by then, the rejection would be unhandled and the session would stay.
 * @returns a function that stops all relay requests of the client, which would reopen the connection
 */
const guardRelayer = ({ core: { relayer } }: OfficialClient): (() => void) => {
  let markStopped = (): void => undefined;
  const stopped = new Promise<void>((resolve) => {
    markStopped = resolve;
  });
  const unsubscribe = relayer.unsubscribe.bind(relayer);
  relayer.unsubscribe = (...topic) => Promise.race([unsubscribe(...topic).catch(() => undefined), stopped]);
  return () => {
    relayer.unsubscribe = () => stopped;
    relayer.request = () => Promise.reject(new Error('The wallet is stopped.'));
    markStopped();
  };
};

/** A part of the SDK's engine that its types do not have. */
interface DeletionHandler {
  onSessionDeleteRequest(topic: string, payload: unknown): Promise<void>;
}

/**
 * Prevents an unhandled rejection in the SDK. It handles a redelivered message twice if it reads both deliveries at once, and does not
 * await its check that the session exists.
 */
const guardDeletions = ({ engine, session }: OfficialClient): void => {
  const handler = engine as unknown as DeletionHandler;
  const deleteSession = handler.onSessionDeleteRequest;
  handler.onSessionDeleteRequest = async (topic, payload) => {
    if (session.keys.includes(topic)) await deleteSession(topic, payload);
  };
};
