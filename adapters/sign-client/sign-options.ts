import type { KeyValueStorage } from '../../application/ports/key-value-storage.port.js';
import type { HostLinking } from '../../application/ports/linking.port.js';
import type { LogLevel } from '../../application/ports/logger.port.js';
import type { SignMetadata } from './sign-types.js';

/** Name of a client that was given none. */
export const NAME = 'WalletConnect';

/** Where a host's own log goes: the levels that most logs have. */
export type HostLogger = Pick<Console, LogLevel>;

/** What is taken of a core that a host has made: its settings. Its line to the relay stays unused, and unopened. */
export interface CoreSettings {
  readonly projectId?: string | undefined;
  readonly relayUrl?: string | undefined;
  readonly customStoragePrefix?: string | undefined;
  readonly storage?: KeyValueStorage | null | undefined;
}

/** What `SignClient.init` takes: the options of the official client. */
export interface SignClientOptions {
  /** Needed for the public relay; one of your own may do without. */
  readonly projectId?: string | undefined;
  /** Default: the public relay. `wss://…` */
  readonly relayUrl?: string | undefined;
  /** Who this party is. Default: what the page says of itself. */
  readonly metadata?: SignMetadata | undefined;
  /** Default `WalletConnect`. */
  readonly name?: string | undefined;
  /** A level, or where the log goes. Default `error`, to the console. */
  readonly logger?: string | HostLogger | undefined;
  /** Where records are kept. Default: the browser's IndexedDB; elsewhere memory. */
  readonly storage?: KeyValueStorage | undefined;
  /** Taken for drop-in's sake, and of no effect: say `storage`. */
  readonly storageOptions?: { readonly database?: string; readonly table?: string } | undefined;
  /** Keeps several clients of one place apart. Default `''`. */
  readonly customStoragePrefix?: string | undefined;
  readonly core?: CoreSettings | undefined;
  readonly signConfig?: { readonly disableRequestQueue?: boolean } | undefined;
  /**
   * The links of the device, for link mode: `Linking` of React Native, or an object like it. Default: the global of that name, which native
   * apps have where they import `@walletconnect/react-native-compat`; `null` for none.
   */
  readonly linking?: HostLinking | null | undefined;
  /** Of no effect: there is no telemetry. */
  readonly telemetryEnabled?: boolean | undefined;
}
