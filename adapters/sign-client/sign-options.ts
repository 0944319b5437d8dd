import type { KeyValueStorage } from '../../application/ports/key-value-storage.port.js';
import type { ReactNativeLinking } from '../../application/ports/linking.port.js';
import type { LogLevel } from '../../application/ports/logger.port.js';
import type { SignMetadata } from './sign-types.js';

/** Default name of a client. */
export const DEFAULT_NAME = 'WalletConnect';

/** A logger of the app, with the usual levels. */
export type AppLogger = Pick<Console, LogLevel>;

/** Settings that are taken from the app's core. The core's own relay connection is not opened. */
export interface CoreSettings {
  readonly projectId?: string | undefined;
  readonly relayUrl?: string | undefined;
  readonly customStoragePrefix?: string | undefined;
  readonly storage?: KeyValueStorage | null | undefined;
  readonly storageOptions?: SignClientOptions['storageOptions'];
}

/** Options of `SignClient.init`, as in the official client. */
export interface SignClientOptions {
  /** Required for the public relay. A self-hosted relay may not need it. */
  readonly projectId?: string | undefined;
  /** Default: the public relay. `wss://…` */
  readonly relayUrl?: string | undefined;
  /** Metadata of this party. Default: the page's metadata. */
  readonly metadata?: SignMetadata | undefined;
  /** Default `WalletConnect`. */
  readonly name?: string | undefined;
  /** Log level, or a logger. Default `error`, to the console. */
  readonly logger?: string | AppLogger | undefined;
  /** Storage of the records. Default: IndexedDB in a browser, otherwise memory. */
  readonly storage?: KeyValueStorage | undefined;
  /** Ignored, with an error in the console. Use `storage`. */
  readonly storageOptions?: { readonly database?: string; readonly table?: string } | undefined;
  /** Separates the records of several clients in one storage. Default `''`. */
  readonly customStoragePrefix?: string | undefined;
  readonly core?: CoreSettings | undefined;
  readonly signConfig?: { readonly disableRequestQueue?: boolean } | undefined;
  /**
   * Deep links of the device, for link mode: `Linking` of React Native or a compatible object. Default: the global of that name, which
   * `@walletconnect/react-native-compat` sets; `null` for none.
   */
  readonly linking?: ReactNativeLinking | null | undefined;
  /** Ignored: there is no telemetry. */
  readonly telemetryEnabled?: boolean | undefined;
}
