/** A mail in plain text. */
export interface Mail {
  /** Canonical address. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Sends mails. */
export interface Mailer {
  /** Resolves when the mail server has accepted the mail. @throws any error of the mail server */
  send(mail: Mail): Promise<void>;
}
