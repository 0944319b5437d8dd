import type { Address } from 'viem';
import { commandOverHttp } from '../process/control-endpoint.js';
import type { Fault } from '../wallet/engine/fault.js';
import type { PendingQuestion } from '../wallet/engine/question.js';
import type { LoggedRequest } from '../wallet/engine/request-log.js';
import type { RemoteCommand, RemoteSnapshot, Restriction } from './remote-command.js';

/** What the person shares with an app. Without `accounts` the chosen one, without `chains` every network the app named. */
export interface RemoteChoice {
  readonly accounts?: readonly Address[];
  /** EIP-155 chain ids as numbers, and CAIP-2 ids of other namespaces. */
  readonly chains?: readonly (number | string)[];
}

/** The switches of a wallet that apps reach through a relay. It works the same on the wallet page and on a wallet inside Node. */
export class RemoteWalletControl {
  readonly #run: (command: RemoteCommand) => Promise<unknown>;

  constructor(run: (command: RemoteCommand) => Promise<unknown>) {
    this.#run = run;
  }

  /**
   * Follows a pairing link, as if the person had scanned it. It resolves when the wallet listens; the question comes a moment later.
   * @throws Error when the link makes no sense, is over or was used
   */
  async pair(uri: string): Promise<void> {
    await this.#run({ type: 'pair', uri });
  }

  /** The oldest question that waits, as soon as there is one. */
  async nextQuestion(): Promise<PendingQuestion> {
    // The wallet answers this command with the question.
    return (await this.#run({ type: 'next-question' })) as PendingQuestion;
  }

  /**
   * Says yes to the oldest question; resolves when the answer is on its way to the app.
   * @throws Error when nothing is asked, or the answer could not be given
   */
  async approve(choice: RemoteChoice = {}): Promise<void> {
    await this.#run({ type: 'approve', ...choice });
  }

  /** Says no to the oldest question; resolves when the answer is on its way to the app. @throws Error when nothing is asked */
  async reject(): Promise<void> {
    await this.#run({ type: 'reject' });
  }

  /** Ends a session, or all of them, as the person would in the wallet. */
  async disconnect(topic?: string): Promise<void> {
    await this.#run({ type: 'disconnect', ...(topic === undefined ? {} : { topic }) });
  }

  /** Chooses an account by its place, from 0; sessions are told. */
  async selectAccount(index: number): Promise<void> {
    await this.#run({ type: 'select-account', index });
  }

  /** Moves the wallet to a chain it knows; sessions are told. */
  async switchChain(chainId: number): Promise<void> {
    await this.#run({ type: 'switch-chain', chainId });
  }

  /** Sends any event to the app of a session, or of the only one. @param chainId CAIP-2; the session's first chain by default */
  async emit(name: string, data: unknown, chainId?: string, topic?: string): Promise<void> {
    await this.#run({
      type: 'emit',
      name,
      data,
      ...(chainId === undefined ? {} : { chainId }),
      ...(topic === undefined ? {} : { topic }),
    });
  }

  /** Answers yes to everything without asking. */
  async autoApprove(on: boolean): Promise<void> {
    await this.#run({ type: 'set-auto-approve', on });
  }

  /** Makes the wallet misbehave; `null` makes it well again. */
  async setFault(fault: Fault | null): Promise<void> {
    await this.#run({ type: 'set-fault', fault });
  }

  /** Lets the wallet approve only a part of what it could; `null` lifts that. */
  async restrict(restriction: Restriction | null): Promise<void> {
    await this.#run({ type: 'set-restriction', restriction });
  }

  /** Off: the wallet leaves the relay, as a phone that sleeps; the relay keeps what comes for it. */
  async setOnline(on: boolean): Promise<void> {
    await this.#run({ type: 'set-online', on });
  }

  /** Every proposal and request since the last reset, oldest first. Proposals have the method `wc_sessionPropose`. */
  async requests(): Promise<readonly LoggedRequest[]> {
    // The wallet answers this command with its log.
    return (await this.#run({ type: 'read-log' })) as readonly LoggedRequest[];
  }

  /** What the wallet shows. */
  async state(): Promise<RemoteSnapshot> {
    // The wallet answers this command with the snapshot.
    return (await this.#run({ type: 'read-state' })) as RemoteSnapshot;
  }

  /** Ends all sessions, takes back every question, and is as new. */
  async reset(): Promise<void> {
    await this.#run({ type: 'reset' });
  }
}

/** The switches of the wallet page that was opened last, over HTTP. @param origin `sandbox.urls.walletPage` */
export const walletPageOverHttp = (origin: string, token: string): RemoteWalletControl =>
  new RemoteWalletControl(commandOverHttp(origin, token));
