import { overHttp } from '../process/control-endpoint.js';
import type { DirectoryFault } from './directory-fault.js';
import type { ListedWallet } from './generate-wallets.js';

/** A request to the directory or the image service. */
export interface DirectoryRequest {
  readonly service: DirectoryFault['service'];
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Origin of the requesting page; absent in Node. */
  readonly origin?: string;
}

/** Test controls of the directory and its image service. */
export interface DirectoryControl {
  /** Adds a fault. Faults apply in the order in which they were added. */
  addFault(fault: DirectoryFault): Promise<void>;
  /** Removes all faults. */
  clearFaults(): Promise<void>;
  /** Returns all listed wallets, in order. */
  wallets(): Promise<readonly ListedWallet[]>;
  /** Replaces the listed wallets. */
  setWallets(wallets: readonly ListedWallet[]): Promise<void>;
  /** Returns all requests since the last reset, oldest first. */
  requests(): Promise<readonly DirectoryRequest[]>;
  /** Resets wallets, faults and requests. */
  reset(): Promise<void>;
}

/** Controls the directory of a running sandbox over HTTP. @param origin `sandbox.urls.directory` */
export const directoryOverHttp = (origin: string, token: string): DirectoryControl => overHttp(origin, token);
