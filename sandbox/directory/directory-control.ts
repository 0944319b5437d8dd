import { overHttp } from '../process/control-endpoint.js';
import type { DirectoryFault } from './directory-fault.js';
import type { ListedWallet } from './generate-wallets.js';

/** A request that the directory or the image service got. */
export interface DirectoryRequest {
  readonly service: DirectoryFault['service'];
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Origin of the page that asked; absent in Node. */
  readonly origin?: string;
}

/** The switches of the directory and its image service, for tests. */
export interface DirectoryControl {
  /** Makes requests go wrong. Several faults wait in the order they were set. */
  addFault(fault: DirectoryFault): Promise<void>;
  /** Ends every fault. */
  clearFaults(): Promise<void>;
  /** Everything that is listed, in its order. */
  wallets(): Promise<readonly ListedWallet[]>;
  /** Lists other wallets. */
  setWallets(wallets: readonly ListedWallet[]): Promise<void>;
  /** Every request since the last reset, oldest first. */
  requests(): Promise<readonly DirectoryRequest[]>;
  /** Back to the fresh directory: its own wallets, no fault, no request. */
  reset(): Promise<void>;
}

/** The switches of the directory of a running sandbox, over HTTP. @param origin `sandbox.urls.directory` */
export const directoryOverHttp = (origin: string, token: string): DirectoryControl => overHttp(origin, token);
