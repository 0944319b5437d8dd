import type { Address } from 'viem';
import type { Fault } from '../wallet/engine/fault.js';
import type { WindowSnapshot } from '../wallet/engine/messages.js';

/** What a person can do in the wallet. */
export type RemotePersonCommand =
  /** Resolves when the wallet listens for what the app asks. */
  | { readonly type: 'pair'; readonly uri: string }
  /** Answers yes to a question, or to the oldest; resolves when the answer has reached the relay. */
  | {
      readonly type: 'approve';
      readonly id?: string;
      readonly accounts?: readonly Address[];
      readonly chains?: readonly (number | string)[];
    }
  | { readonly type: 'reject'; readonly id?: string }
  /** Ends a session, or all of them. */
  | { readonly type: 'disconnect'; readonly topic?: string }
  | { readonly type: 'select-account'; readonly index: number }
  | { readonly type: 'switch-chain'; readonly chainId: number };

/** A part of what a wallet could approve. What is left out is not restricted. */
export interface Restriction {
  /** CAIP-2 chain ids. @see https://chainagnostic.org/CAIPs/caip-2 */
  readonly chains?: readonly string[];
  readonly methods?: readonly string[];
  readonly events?: readonly string[];
}

/** What only a test can do. */
export type RemoteCommand =
  | RemotePersonCommand
  | { readonly type: 'set-auto-approve'; readonly on: boolean }
  /** A fault concerns proposals too: unless it names methods, or if it names `wc_sessionPropose`. */
  | { readonly type: 'set-fault'; readonly fault: Fault | null }
  /** Proposals are approved for a part only, whatever the person ticks. */
  | { readonly type: 'set-restriction'; readonly restriction: Restriction | null }
  /** Off: the wallet leaves the relay, as a phone that sleeps. */
  | { readonly type: 'set-online'; readonly on: boolean }
  /** Sends an event on a session, or on the only one. Without a chain, on the first of the session. */
  | { readonly type: 'emit'; readonly name: string; readonly data: unknown; readonly chainId?: string; readonly topic?: string }
  /** Resolves with the oldest question, when there is one. */
  | { readonly type: 'next-question' }
  | { readonly type: 'read-log' }
  | { readonly type: 'read-state' }
  /** Ends all sessions, forgets questions, faults and the log. */
  | { readonly type: 'reset' };

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
