import { commandOverHttp } from '../process/control-endpoint.js';
import type { Fault } from './engine/fault.js';
import type { WindowSnapshot } from './engine/messages.js';
import type { LoggedRequest } from './engine/request-log.js';
import type { TestCommand } from './engine/wallet-command.js';

/** Sends one command to a wallet and resolves with its answer. */
export type RunTestCommand = (command: TestCommand) => Promise<unknown>;

/** The switches of a wallet, for tests. It works the same on the page script, the extension and a wallet inside Node. */
export class WalletControl {
  readonly #run: RunTestCommand;

  constructor(run: RunTestCommand) {
    this.#run = run;
  }

  /** Sites see no account until the wallet is unlocked. */
  async lock(): Promise<void> {
    await this.#run({ type: 'lock' });
  }

  /** Sites see their accounts again; a question that waited for this is answered. */
  async unlock(): Promise<void> {
    await this.#run({ type: 'unlock' });
  }

  /** Chooses an account by its place, from 0. */
  async selectAccount(index: number): Promise<void> {
    await this.#run({ type: 'select-account', index });
  }

  /** Moves the wallet to a chain it knows, as the person would. */
  async switchChain(chainId: number): Promise<void> {
    await this.#run({ type: 'switch-chain', chainId });
  }

  /** Takes everything back from a site, as the person would in the wallet. */
  async disconnectSite(origin: string): Promise<void> {
    await this.#run({ type: 'disconnect-site', origin });
  }

  /** Answers yes to everything without a window. */
  async autoApprove(on: boolean): Promise<void> {
    await this.#run({ type: 'set-auto-approve', on });
  }

  /** Makes the wallet misbehave; `null` makes it well again. */
  async setFault(fault: Fault | null): Promise<void> {
    await this.#run({ type: 'set-fault', fault });
  }

  /** Breaks the line to every page; the pages reconnect by themselves. */
  async dropPages(): Promise<void> {
    await this.#run({ type: 'drop-pages' });
  }

  /** Back to the fresh wallet: unlocked, first account, first chain, no site, no fault, an empty log. */
  async reset(): Promise<void> {
    await this.#run({ type: 'reset' });
  }

  /** Every request since the last reset, oldest first. */
  async requests(): Promise<readonly LoggedRequest[]> {
    // The wallet answers this command with its log.
    return (await this.#run({ type: 'read-log' })) as readonly LoggedRequest[];
  }

  /** What the wallet's home would show. */
  async state(): Promise<WindowSnapshot> {
    // The wallet answers this command with the snapshot.
    return (await this.#run({ type: 'read-state' })) as WindowSnapshot;
  }
}

/** The switches of the wallet of a running sandbox, over HTTP. */
export const controlOverHttp = (origin: string, token: string): WalletControl => new WalletControl(commandOverHttp(origin, token));
