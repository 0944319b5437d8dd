import * as v from 'valibot';
import type { Query } from '../../process/open-database.js';
import { randomText } from '../protocol/encoding.js';
import type { LoginUser } from '../protocol/login-user.js';
import { firstRow, hasRows, timeColumn } from './rows.js';

/** Shortest and longest time of an idle lock. */
const IDLE_LOCK_MS = { min: 60_000, max: 86_400_000 } as const;

const accountType = v.picklist(['eoa', 'smartAccount']);
const idleLockMs = v.pipe(v.number(), v.safeInteger(), v.minValue(IDLE_LOCK_MS.min), v.maxValue(IDLE_LOCK_MS.max));

/** Body of the request to change preferences; what is missing stays. `null`: no preference, no lock. */
export const preferencesSchema = v.object({
  accountType: v.optional(v.nullable(accountType)),
  idleLockMs: v.optional(v.nullable(idleLockMs)),
});

const preferencesRow = v.pipe(
  v.object({ account_type: v.nullable(accountType), idle_lock_ms: v.nullable(timeColumn) }),
  v.transform(({ account_type, idle_lock_ms }) => ({ accountType: account_type, idleLockMs: idle_lock_ms })),
);

const accountRow = v.object({ id: v.string() });

/** A user who has logged in. */
export interface Identity extends LoginUser {
  /** Who the user is at the provider: of `email`, the canonical address. */
  readonly subject: string;
}

/** Accounts, each of one subject of a provider. Two providers with one email address have two accounts. */
export class Accounts {
  readonly #query: Query;
  readonly #now: () => number;

  constructor(query: Query, now: () => number) {
    this.#query = query;
    this.#now = now;
  }

  /** Returns the id of the user's account, which is created if there is none. Concurrent calls get the same one. */
  async open({ provider, subject, email, userName }: Identity): Promise<string> {
    const row = await firstRow(
      this.#query,
      accountRow,
      `INSERT INTO secure_site_accounts (id, provider, subject, email, user_name, created_at) VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (provider, subject) DO UPDATE SET email = EXCLUDED.email, user_name = EXCLUDED.user_name RETURNING id`,
      [randomText(16), provider, subject, email, userName, this.#now()],
    );
    if (row === null) throw new Error('The database returned no account');
    return row.id;
  }

  /** Preferences of a user. */
  preferences(account: string) {
    const text = 'SELECT account_type, idle_lock_ms FROM secure_site_accounts WHERE id = $1';
    return firstRow(this.#query, preferencesRow, text, [account]);
  }

  /** Changes preferences. */
  async setPreferences(account: string, { accountType, idleLockMs }: v.InferOutput<typeof preferencesSchema>): Promise<void> {
    await this.#query(
      `UPDATE secure_site_accounts SET account_type = CASE WHEN $2 THEN $3 ELSE account_type END,
idle_lock_ms = CASE WHEN $4 THEN $5::bigint ELSE idle_lock_ms END WHERE id = $1`,
      [account, accountType !== undefined, accountType ?? null, idleLockMs !== undefined, idleLockMs ?? null],
    );
  }

  /**
   * Deletes an account with its sessions, wallets and devices.
   * @param wallet the account's current wallet; `null` if it has none
   * @returns false if the account, or its wallet, is another one by now
   */
  async delete(account: string, wallet: string | null): Promise<boolean> {
    return hasRows(
      this.#query,
      `DELETE FROM secure_site_accounts WHERE id = $1
AND wallet IS NOT DISTINCT FROM $2::text RETURNING id`,
      [account, wallet],
    );
  }
}
