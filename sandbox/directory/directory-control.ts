import { commandOverHttp } from '../process/control-endpoint.js';
import type { DirectoryFault } from './directory-fault.js';
import type { ListedWallet } from './directory-wallet.js';

/** A request that the directory or the image service got. */
export interface DirectoryRequest {
  readonly service: DirectoryFault['service'];
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Origin of the page that asked; absent in Node. */
  readonly origin?: string;
}

/** What the switches do, as it crosses the wire. */
export type DirectoryCommand =
  | { readonly type: 'add-fault'; readonly fault: DirectoryFault }
  | { readonly type: 'clear-faults' }
  | { readonly type: 'read-wallets' }
  | { readonly type: 'set-wallets'; readonly wallets: readonly ListedWallet[] }
  | { readonly type: 'read-requests' }
  | { readonly type: 'reset' };

/** The switches of the directory and its image service, for tests. */
export class DirectoryControl {
  readonly #run: (command: DirectoryCommand) => Promise<unknown>;

  constructor(run: (command: DirectoryCommand) => Promise<unknown>) {
    this.#run = run;
  }

  /** Makes requests go wrong. Several faults wait in the order they were set. */
  async addFault(fault: DirectoryFault): Promise<void> {
    await this.#run({ type: 'add-fault', fault });
  }

  /** Ends every fault. */
  async clearFaults(): Promise<void> {
    await this.#run({ type: 'clear-faults' });
  }

  /** Everything that is listed, in its order. */
  async wallets(): Promise<readonly ListedWallet[]> {
    // The directory answers this command with its list.
    return (await this.#run({ type: 'read-wallets' })) as readonly ListedWallet[];
  }

  /** Lists other wallets. */
  async setWallets(wallets: readonly ListedWallet[]): Promise<void> {
    await this.#run({ type: 'set-wallets', wallets });
  }

  /** Every request since the last reset, oldest first. */
  async requests(): Promise<readonly DirectoryRequest[]> {
    // The directory answers this command with its log.
    return (await this.#run({ type: 'read-requests' })) as readonly DirectoryRequest[];
  }

  /** Back to the fresh directory: its own wallets, no fault, no request. */
  async reset(): Promise<void> {
    await this.#run({ type: 'reset' });
  }
}

/** The switches of the directory of a running sandbox, over HTTP. @param origin `sandbox.urls.directory` */
export const directoryOverHttp = (origin: string, token: string): DirectoryControl => new DirectoryControl(commandOverHttp(origin, token));
