import { randomInt, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import type { Query } from '../../process/open-database.js';
import { randomText } from '../protocol/encoding.js';
import type { Frame } from './frames.js';
import type { Limit, Limits } from './limits.js';
import type { Mailer } from './mailer.js';
import type { OutsideKey } from './outside-key.js';
import { Refusal } from './refusal.js';
import { firstRow, hasRows } from './rows.js';

const CODE_LIFETIME_MS = 600_000;
const MAX_TRIES = 5;

const CODES: Limit = { name: 'codes', count: 5, periodMs: 3_600_000 };
const WRONG_TRIES: Limit = { name: 'wrong-tries', count: 20, periodMs: 86_400_000 };

/** What a code is for. A code is valid for one purpose. */
export type CodePurpose = 'login' | 'confirm-old-email' | 'confirm-new-email';

/** A code that is asked for, or entered. */
export interface CodeRequest {
  /** Canonical address that the code is mailed to. */
  readonly email: string;
  readonly purpose: CodePurpose;
  readonly frame: Frame;
  /** What else the code is bound to: the new address, or the account that gets it. Default: nothing. */
  readonly about?: string;
}

interface CodeText {
  readonly subject: string;
  /** Follows the code. */
  readonly meaning: string;
  /** What to do if the user did not ask for it. */
  readonly otherwise: string;
}

const textOf = ({ purpose, frame: { origin }, about = '' }: CodeRequest): CodeText => {
  switch (purpose) {
    case 'login':
      return { subject: 'Your sign-in code', meaning: `to sign in at ${origin}`, otherwise: 'ignore this mail' };
    case 'confirm-old-email':
      return {
        subject: 'Your code to change your email address',
        meaning: `to change the email address of your wallet to ${about} at ${origin}`,
        otherwise: 'someone else is signed in to your account: end their sessions, and do not use the code',
      };
    case 'confirm-new-email':
      return {
        subject: 'Your code to confirm this email address',
        meaning: `to use this email address for a wallet at ${origin}`,
        otherwise: 'ignore this mail',
      };
  }
};

const triedRow = v.object({ id: v.string(), digest: v.string() });

/** Options of {@link Codes}. */
export interface CodesOptions {
  readonly query: Query;
  readonly key: OutsideKey;
  readonly limits: Limits;
  readonly mailer: Mailer;
  readonly now: () => number;
}

/**
 * Six-digit codes by mail. The database has an HMAC of each, bound to the address, the frame, the app's origin, the purpose and
 * what it is about. No step reads
 * accounts, so neither response nor time depends on whether one exists.
 */
export class Codes {
  readonly #options: CodesOptions;

  constructor(options: CodesOptions) {
    this.#options = options;
  }

  /**
   * Mails a code. It replaces the frame's earlier one for the address and purpose.
   *
   * The mail is awaited: on platforms that stop a process after its response, it would be lost otherwise, and the user must learn that no mail
   * will come. The mail server's time may depend on the mailbox, but not on the account.
   * @throws Refusal
   */
  async send(request: CodeRequest): Promise<void> {
    const { email, purpose, frame } = request;
    const { query, mailer, now } = this.#options;
    const subject = await this.#subjectOf(email);
    if (!(await this.#options.limits.take(CODES, subject, now()))) throw new Refusal('too-many-codes');
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    await query('DELETE FROM secure_site_codes WHERE expires_at <= $1', [now()]);
    await query(
      `INSERT INTO secure_site_codes (subject, frame, purpose, id, digest, tries, expires_at) VALUES ($1, $2, $3, $4, $5, 0, $6)
ON CONFLICT (subject, frame, purpose) DO UPDATE SET id = $4, digest = $5, tries = 0, expires_at = $6`,
      [subject, frame.id, purpose, randomText(16), await this.#digestOf(code, request), now() + CODE_LIFETIME_MS],
    );
    const { subject: title, meaning, otherwise } = textOf(request);
    await mailer
      .send({
        to: email,
        subject: title,
        text: `${code} is your code ${meaning}.

It is valid for 10 minutes, in the window where you asked for it. Do not give it to anyone.
If you did not ask for a code, ${otherwise}.
`,
      })
      .catch(() => {
        // The error may contain the address or the reply of its mail server.
        throw new Refusal('mail-failed');
      });
  }

  /**
   * Uses up a code.
   * @throws Refusal if it is not the frame's code, or there were too many wrong ones
   */
  async use(code: string, request: CodeRequest): Promise<void> {
    const { query, now } = this.#options;
    const subject = await this.#subjectOf(request.email);
    const time = now();
    // Counts the try before the comparison, so that concurrent ones cannot exceed the limit.
    const tried = await firstRow(
      query,
      triedRow,
      `UPDATE secure_site_codes SET tries = tries + 1
WHERE subject = $1 AND frame = $2 AND purpose = $3 AND expires_at > $4 AND tries < $5
RETURNING id, digest`,
      [subject, request.frame.id, request.purpose, time, MAX_TRIES],
    );
    // It does not count for the account: without a code there was nothing to guess, and anyone could lock the account.
    if (tried === null) throw new Refusal('no-code');
    if (!(await this.#options.limits.take(WRONG_TRIES, subject, time))) throw new Refusal('too-many-tries');
    const expected = Buffer.from(tried.digest);
    const actual = Buffer.from(await this.#digestOf(code, request));
    if (expected.length !== actual.length || !timingSafeEqual(expected, actual)) throw new Refusal('wrong-code');
    await this.#options.limits.giveBack(WRONG_TRIES, subject, time);
    // Of concurrent uses, one deletes it.
    const isFirst = await hasRows(query, 'DELETE FROM secure_site_codes WHERE id = $1 RETURNING id', [tried.id]);
    if (!isFirst) throw new Refusal('no-code');
  }

  /** Deletes the codes for an address. */
  async deleteAll(email: string): Promise<void> {
    await this.#options.query('DELETE FROM secure_site_codes WHERE subject = $1', [await this.#subjectOf(email)]);
  }

  #subjectOf(email: string): Promise<string> {
    return this.#options.key.hmac('email', email);
  }

  #digestOf(code: string, { email, purpose, frame, about }: CodeRequest): Promise<string> {
    return this.#options.key.hmac('code', code, email, frame.id, frame.origin, purpose, ...(about === undefined ? [] : [about]));
  }
}
