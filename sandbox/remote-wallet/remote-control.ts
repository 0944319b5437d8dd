import type { Address } from 'viem';
import { overHttp } from '../process/control-endpoint.js';
import type { Fault } from '../wallet/engine/fault.js';
import type { WindowSnapshot } from '../wallet/engine/messages.js';
import type { PendingPrompt } from '../wallet/engine/prompt.js';
import type { LoggedRequest } from '../wallet/engine/request-log.js';

/** A user's approval. By default it shares the selected account and all networks that the app named. */
export interface RemoteChoice {
  /** Id of the prompt. Default: the oldest. */
  readonly id?: string;
  readonly accounts?: readonly Address[];
  /** EIP-155 chain ids as numbers, and CAIP-2 ids of other namespaces. */
  readonly chains?: readonly (number | string)[];
}

/** Limits what a wallet approves. Omitted fields are not limited. */
export interface Restriction {
  /** CAIP-2 chain ids. @see https://chainagnostic.org/CAIPs/caip-2 */
  readonly chains?: readonly string[];
  readonly methods?: readonly string[];
  readonly events?: readonly string[];
}

/** A session of the wallet. */
export interface RemoteSession {
  readonly topic: string;
  /** Name in the app's metadata. Not verified. */
  readonly name: string;
  readonly url: string;
  /** CAIP-10 account ids. @see https://chainagnostic.org/CAIPs/caip-10 */
  readonly accounts: readonly string[];
  /** CAIP-2 chain ids. */
  readonly chains: readonly string[];
  readonly methods: readonly string[];
  readonly events: readonly string[];
}

/** State of the wallet's UI. It never contains keys. */
export interface RemoteSnapshot extends Pick<WindowSnapshot, 'accounts' | 'selected' | 'chainId' | 'chains' | 'others' | 'prompts'> {
  readonly sessions: readonly RemoteSession[];
  /** State of pairing: `connecting` to the app, `waiting` for its proposal, or `idle`. */
  readonly pairing: 'idle' | 'connecting' | 'waiting';
  /** The last error, as shown to the user; `null` if there is none. */
  readonly trouble: string | null;
  /** True if the wallet signs in to apps with the approval of a connection. */
  readonly supportsSignIn: boolean;
}

/** Test controls of a remote wallet. The same for the wallet page and for a wallet in Node. */
export interface RemoteWalletControl {
  /**
   * Pairs, as if the user had scanned the QR code. Resolves when the wallet is subscribed; the proposal arrives later.
   * @throws Error when the URI is invalid, expired or already used
   */
  pair(uri: string): Promise<void>;
  /** Returns the oldest pending prompt, or waits for the next one. */
  nextPrompt(): Promise<PendingPrompt>;
  /**
   * Approves a prompt, by default the oldest. Resolves when the response is sent.
   * @throws Error when there is no such prompt, or the response cannot be sent
   */
  approve(choice?: RemoteChoice): Promise<void>;
  /** Rejects a prompt, by default the oldest. Resolves when the response is sent. @throws Error when there is no such prompt */
  reject(id?: string): Promise<void>;
  /** Deletes a session or all of them, like the user. */
  disconnect(topic?: string): Promise<void>;
  /** Selects an account by index, from 0, and notifies sessions. */
  selectAccount(index: number): Promise<void>;
  /** Switches to a known chain and notifies sessions. */
  switchChain(chainId: number): Promise<void>;
  /** Emits an event to a session, by default the only one. @param chainId CAIP-2; default: the session's first chain */
  emit(name: string, data: unknown, chainId?: string, topic?: string): Promise<void>;
  /** Approves everything without asking. */
  autoApprove(on: boolean): Promise<void>;
  /** Sets a fault; `null` removes it. */
  setFault(fault: Fault | null): Promise<void>;
  /** Limits what the wallet approves; `null` removes the limit. */
  restrict(restriction: Restriction | null): Promise<void>;
  /** `false`: ignores the sign-in requests of apps created from now on, and receives their proposals instead. */
  setSignIn(on: boolean): Promise<void>;
  /** `false` disconnects from the relay, like a phone that sleeps. The relay stores messages meanwhile. */
  setOnline(on: boolean): Promise<void>;
  /** Returns all proposals and requests since the last reset, oldest first. Proposals have the method `wc_sessionPropose`, sign-ins `wc_sessionAuthenticate`. */
  requests(): Promise<readonly LoggedRequest[]>;
  /** Returns the state of the wallet's UI. */
  state(): Promise<RemoteSnapshot>;
  /** Deletes all sessions, withdraws all prompts and restores the initial state. */
  reset(): Promise<void>;
}

/** Controls the most recently opened wallet page over HTTP. @param origin `sandbox.urls.walletPage` */
export const walletPageOverHttp = (origin: string, token: string): RemoteWalletControl => overHttp(origin, token);
