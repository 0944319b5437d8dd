import type { DirectoryFaultMode } from '../directory/directory-fault.js';
import { overHttp } from '../process/control-endpoint.js';

/** A fault of the blockchain API. For tests only. */
export type BlockchainApiFault = DirectoryFaultMode & {
  /** Applies only to requests whose path and query contain this, such as `/history`. */
  readonly of?: string;
  /** Number of affected requests. Default: all. */
  readonly times?: number;
};

/** A request to the blockchain API. */
export interface BlockchainApiRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Parsed JSON of a POST request. */
  readonly body?: unknown;
  /** Origin of the requesting page; absent in Node. */
  readonly origin?: string;
}

/** Test controls of the blockchain API. */
export interface BlockchainApiControl {
  /** Adds a fault. Faults apply in the order in which they were added. */
  addFault(fault: BlockchainApiFault): Promise<void>;
  /** Removes all faults. */
  clearFaults(): Promise<void>;
  /** Returns all requests since the last reset, oldest first. Preflights of browsers are not among them. */
  requests(): Promise<readonly BlockchainApiRequest[]>;
  /** Returns the number of requests since the last reset by route, such as `GET /v1/account/:account/history`. Other paths are by themselves. */
  counts(): Promise<Readonly<Record<string, number>>>;
  /**
   * Publishes the price of a coin or token by a transaction on chain 1. It is its current price from then on, and stays after a reset.
   * @param asset CAIP-19, such as `eip155:1/slip44:60`
   * @param price in US dollars
   * @throws Error when the transaction fails
   */
  publishPrice(asset: string, price: number): Promise<void>;
  /** Resets faults and requests. What is on the chains stays. */
  reset(): Promise<void>;
}

/** Controls the blockchain API of a running sandbox over HTTP. @param origin `sandbox.urls.blockchainApi` */
export const blockchainApiOverHttp = (origin: string, token: string): BlockchainApiControl => overHttp(origin, token);
