import type { Address } from 'viem';
import { overHttp } from '../process/control-endpoint.js';
import type { Fault } from '../wallet/engine/fault.js';
import type { WindowSnapshot } from '../wallet/engine/messages.js';
import type { PendingQuestion } from '../wallet/engine/question.js';
import type { LoggedRequest } from '../wallet/engine/request-log.js';

/** The question that the person says yes to, and what they share with an app. Without `accounts` the chosen one, without `chains` every network the app named. */
export interface RemoteChoice {
  /** Of the question that is answered; without it, the oldest. */
  readonly id?: string;
  readonly accounts?: readonly Address[];
  /** EIP-155 chain ids as numbers, and CAIP-2 ids of other namespaces. */
  readonly chains?: readonly (number | string)[];
}

/** A part of what a wallet could approve. What is left out is not restricted. */
export interface Restriction {
  /** CAIP-2 chain ids. @see https://chainagnostic.org/CAIPs/caip-2 */
  readonly chains?: readonly string[];
  readonly methods?: readonly string[];
  readonly events?: readonly string[];
}

/** A session as the wallet shows it. */
export interface RemoteSession {
  readonly topic: string;
  /** What the app says of itself; nobody has checked it. */
  readonly name: string;
  readonly url: string;
  /** CAIP-10 account ids. @see https://chainagnostic.org/CAIPs/caip-10 */
  readonly accounts: readonly string[];
  /** CAIP-2 chain ids. */
  readonly chains: readonly string[];
  readonly methods: readonly string[];
  readonly events: readonly string[];
}

/** What the wallet shows. Keys never enter it. */
export interface RemoteSnapshot extends Pick<WindowSnapshot, 'accounts' | 'selected' | 'chainId' | 'chains' | 'others' | 'questions'> {
  readonly sessions: readonly RemoteSession[];
  /** Whether the wallet follows a pairing link: it tries to reach the app, it waits for what the app asks, or neither. */
  readonly pairing: 'idle' | 'connecting' | 'waiting';
  /** What went wrong last, in words for the person; `null` when nothing did. */
  readonly trouble: string | null;
}

/** The switches of a wallet that apps reach through a relay. It works the same on the wallet page and on a wallet inside Node. */
export interface RemoteWalletControl {
  /**
   * Follows a pairing link, as if the person had scanned it. It resolves when the wallet listens; the question comes a moment later.
   * @throws Error when the link makes no sense, is over or was used
   */
  pair(uri: string): Promise<void>;
  /** The oldest question that waits, as soon as there is one. */
  nextQuestion(): Promise<PendingQuestion>;
  /**
   * Says yes to a question, or to the oldest; resolves when the answer is on its way to the app.
   * @throws Error when nothing is asked, or the answer could not be given
   */
  approve(choice?: RemoteChoice): Promise<void>;
  /** Says no to a question, or to the oldest; resolves when the answer is on its way to the app. @throws Error when nothing is asked */
  reject(id?: string): Promise<void>;
  /** Ends a session, or all of them, as the person would in the wallet. */
  disconnect(topic?: string): Promise<void>;
  /** Chooses an account by its place, from 0; sessions are told. */
  selectAccount(index: number): Promise<void>;
  /** Moves the wallet to a chain it knows; sessions are told. */
  switchChain(chainId: number): Promise<void>;
  /** Sends any event to the app of a session, or of the only one. @param chainId CAIP-2; the session's first chain by default */
  emit(name: string, data: unknown, chainId?: string, topic?: string): Promise<void>;
  /** Answers yes to everything without asking. */
  autoApprove(on: boolean): Promise<void>;
  /** Makes the wallet misbehave; `null` makes it well again. */
  setFault(fault: Fault | null): Promise<void>;
  /** Lets the wallet approve only a part of what it could; `null` lifts that. */
  restrict(restriction: Restriction | null): Promise<void>;
  /** Off: the wallet leaves the relay, as a phone that sleeps; the relay keeps what comes for it. */
  setOnline(on: boolean): Promise<void>;
  /** Every proposal and request since the last reset, oldest first. Proposals have the method `wc_sessionPropose`. */
  requests(): Promise<readonly LoggedRequest[]>;
  /** What the wallet shows. */
  state(): Promise<RemoteSnapshot>;
  /** Ends all sessions, takes back every question, and is as new. */
  reset(): Promise<void>;
}

/** The switches of the wallet page that was opened last, over HTTP. @param origin `sandbox.urls.walletPage` */
export const walletPageOverHttp = (origin: string, token: string): RemoteWalletControl => overHttp(origin, token);
