import { overHttp } from '../process/control-endpoint.js';

/** A received mail. */
export interface ReceivedMail {
  /** Number of the mail, from 1. */
  readonly id: number;
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly receivedAt: number;
}

/** Mails to wait for: all given members must match. */
export interface MailFilter {
  readonly to?: string;
  /** Part of the subject. */
  readonly subject?: string;
  /** Ignores mails up to this id. */
  readonly afterId?: number;
}

/** Test controls of the mail catcher. */
export interface MailControl {
  /** Returns all mails, oldest first. */
  mails(): Promise<readonly ReceivedMail[]>;
  /** Resolves with the first matching mail, once there is one. */
  waitForMail(filter: MailFilter): Promise<ReceivedMail>;
  /** Deletes all mails. Ids continue. */
  clear(): Promise<void>;
}

/** Controls the mail catcher of a running sandbox over HTTP. @param origin `mail.origin` */
export const mailOverHttp = (origin: string, token: string): MailControl => overHttp(origin, token);
