import { createTransport } from 'nodemailer';
import type { Mailer } from './mailer.js';

/** A slow mail server must not hold requests for longer. */
const TIMEOUT_MS = 10_000;

/** Options of {@link smtpMailer}. */
export interface SmtpOptions {
  /** URL of the mail server, such as `smtps://user:password@mail.example`. */
  readonly url: string;
  /** Address of the sender. */
  readonly from: string;
}

/** A mailer with connections to close. */
export interface SmtpMailer extends Mailer {
  stop(): void;
}

/** Sends mails by SMTP. */
export const smtpMailer = ({ url, from }: SmtpOptions): SmtpMailer => {
  const transport = createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async ({ to, subject, text }) => {
      // As an object: a text is parsed as a list of addresses.
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text, headers: { 'auto-submitted': 'auto-generated' } });
    },
    stop: () => transport.close(),
  };
};
