import type { ApprovalRequest } from '../approval/approval-request.js';
import type { NeededConfirmation } from '../approval/expected-decision.js';
import type { PasskeyAssertion } from '../keys/passkey-assertion.js';
import type { LoginUser } from '../protocol/login-user.js';
import type { Theme } from './theme.js';

/** What an app says about itself. Not verified. */
export interface ClaimedApp {
  readonly name: string;
}

/** Who asks. */
export interface AskingApp {
  /** As the browser tells it. */
  readonly origin: string;
  readonly claimed: ClaimedApp | null;
}

/** What the user does in the window, and what the window answers with. */
export interface WindowTasks {
  /** Consent for an app and the recovery secret of a new wallet. The window then becomes a device of it, over the port. */
  readonly create: {
    readonly task: { readonly user: LoginUser; readonly wallet: string };
    readonly result: {
      /** `null`: the user skipped the words. */
      readonly recovery: Uint8Array<ArrayBuffer> | null;
      /** Id of the window's own frame. */
      readonly frame: string;
    };
  };
  /** Consent for an app that gets the wallet of this browser, over the port; or the recovery secret, where the browser has no wallet. */
  readonly link: {
    readonly task: {
      /** Id of the frame. */
      readonly frame: string;
      /** The wallet of the user who is logged in; `null` if no user is. */
      readonly wallet: string | null;
      /** Whether recovery words open it. */
      readonly recoverable: boolean;
      /** Ids of the passkeys that open it. */
      readonly passkeys: readonly string[];
    };
    /** `byApproval`: another device has approved the frame. `passkey`: id of the one whose secret `recovery` is. */
    readonly result: { readonly recovery: Uint8Array<ArrayBuffer> | null; readonly passkey?: string; readonly byApproval: boolean };
  };
  /** Approval of a request. */
  readonly approve: {
    readonly task: {
      readonly request: ApprovalRequest;
      /** Whether recovery words, or a passkey, open the wallet. */
      readonly recoverable: boolean;
      /** What a passkey must confirm; `null` if nothing. */
      readonly confirmation: NeededConfirmation | null;
    };
    readonly result: {
      readonly digest: string;
      readonly assertion: PasskeyAssertion | null;
    };
  };
}

export type WindowTaskKind = keyof WindowTasks;

/** A task as it is sent. */
export type WindowTask = {
  [Kind in WindowTaskKind]: { readonly kind: Kind; readonly app: AskingApp; readonly theme: Theme } & WindowTasks[Kind]['task'];
}[WindowTaskKind];

/** Messages of the frame, which opened the window. A task has a port. */
export type ToWindow =
  | { readonly type: 'secure-window/task'; readonly id: string; readonly task: WindowTask }
  | { readonly type: 'secure-window/cancel'; readonly id: string };

/** Messages of the window. */
export type FromWindow =
  /** `document`: id of the document, which repeats the message until it has its task. */
  | { readonly type: 'secure-window/ready'; readonly document: string }
  | { readonly type: 'secure-window/done'; readonly id: string; readonly result: WindowTasks[WindowTaskKind]['result'] }
  | { readonly type: 'secure-window/rejected'; readonly id: string };

/**
 * Tests whether a message comes from a document of this site in the other window. Frames of all apps are of this origin: the source says
 * which one it is.
 */
export const isOwnMessage = ({ origin, source, data }: MessageEvent, from: unknown): boolean =>
  origin === location.origin && source === from && typeof data === 'object' && data !== null && 'type' in data;
