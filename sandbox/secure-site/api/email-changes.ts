import type { Query } from '../../process/open-database.js';
import type { Codes } from './codes.js';
import { Refusal } from './refusal.js';
import { hasRows } from './rows.js';
import type { Session } from './sessions.js';
import type { Caller } from './wallets.js';

/** Time to enter the code of the new address in. */
const CONFIRMED_MS = 600_000;

/** The address whose code is to be entered next. */
export type EmailChangeStep = 'old-email' | 'new-email';

/** The address that a user logs in with. @throws Refusal if the user logs in otherwise */
const loginEmailOf = ({ provider, email }: Session): string => {
  if (provider !== 'email' || email === null) throw new Refusal('no-email-login');
  return email;
};

/** Options of {@link EmailChanges}. */
export interface EmailChangesOptions {
  readonly query: Query;
  readonly codes: Codes;
  readonly now: () => number;
}

/**
 * Changes of an account's email address. First the old address confirms with a code, then the new one, both in the frame that began. The code
 * of the old address is bound to the new address, which its mail names: a page that sends another address than the user typed is seen there.
 */
export class EmailChanges {
  readonly #options: EmailChangesOptions;

  constructor(options: EmailChangesOptions) {
    this.#options = options;
  }

  /** Mails a code: to the new address if the old one has confirmed it in this frame, else to the old one. @throws Refusal */
  async begin({ frame, session }: Caller, email: string): Promise<EmailChangeStep> {
    const { codes } = this.#options;
    const old = loginEmailOf(session);
    if (email === old) throw new Refusal('same-email');
    if (await this.#isConfirmed({ frame, session }, email)) {
      await codes.send({ email, purpose: 'confirm-new-email', frame, about: session.account });
      return 'new-email';
    }
    await codes.send({ email: old, purpose: 'confirm-old-email', frame, about: email });
    return 'old-email';
  }

  /** Uses up the code of the old address, and mails one to the new address. @throws Refusal */
  async confirmOld({ frame, session }: Caller, email: string, code: string): Promise<void> {
    const { query, codes, now } = this.#options;
    await codes.use(code, { email: loginEmailOf(session), purpose: 'confirm-old-email', frame, about: email });
    await query('DELETE FROM secure_site_email_changes WHERE expires_at <= $1', [now()]);
    await query(
      `INSERT INTO secure_site_email_changes (frame, account, email, expires_at) VALUES ($1, $2, $3, $4)
ON CONFLICT (frame) DO UPDATE SET account = $2, email = $3, expires_at = $4`,
      [frame.id, session.account, email, now() + CONFIRMED_MS],
    );
    await codes.send({ email, purpose: 'confirm-new-email', frame, about: session.account });
  }

  /** Uses up the code of the new address, and changes the address. @throws Refusal */
  async complete({ frame, session }: Caller, email: string, code: string): Promise<void> {
    const { query, codes, now } = this.#options;
    const { account } = session;
    const old = loginEmailOf(session);
    if (!(await this.#isConfirmed({ frame, session }, email))) throw new Refusal('old-email-unconfirmed');
    await codes.use(code, { email, purpose: 'confirm-new-email', frame, about: account });
    // An account without a wallet may be deleted by anyone who reads the mails of its address.
    await query(
      `DELETE FROM secure_site_accounts a WHERE provider = 'email' AND subject = $1 AND id <> $2
AND a.wallet IS NULL`,
      [email, account],
    );
    const isChanged = await hasRows(
      query,
      `WITH change AS (
  DELETE FROM secure_site_email_changes WHERE frame = $1 AND account = $2 AND email = $3 AND expires_at > $4 RETURNING account
)
UPDATE secure_site_accounts a SET email = $3, subject = $3 FROM change
WHERE a.id = change.account AND a.provider = 'email' AND a.subject = $5
AND NOT EXISTS (SELECT 1 FROM secure_site_accounts o WHERE o.provider = 'email' AND o.subject = $3) RETURNING a.id`,
      [frame.id, account, email, now(), old],
    );
    if (!isChanged) throw new Refusal('email-taken');
    await codes.deleteAll(old);
  }

  #isConfirmed({ frame, session }: Caller, email: string): Promise<boolean> {
    const { query, now } = this.#options;
    const text = 'SELECT frame FROM secure_site_email_changes WHERE frame = $1 AND account = $2 AND email = $3 AND expires_at > $4';
    return hasRows(query, text, [frame.id, session.account, email, now()]);
  }
}
