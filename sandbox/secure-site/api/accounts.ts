import * as v from 'valibot';
import type { Query } from '../../process/open-database.js';
import { randomText } from '../protocol/encoding.js';
import { firstRow, hasRows } from './rows.js';

const accountRow = v.object({ id: v.string() });

/** Accounts, each with a canonical e-mail address. */
export class Accounts {
  readonly #query: Query;
  readonly #now: () => number;

  constructor(query: Query, now: () => number) {
    this.#query = query;
    this.#now = now;
  }

  /** Returns the id of the address's account, which is created if there is none. Concurrent calls get the same one. */
  async open(email: string): Promise<string> {
    const row = await firstRow(
      this.#query,
      accountRow,
      `INSERT INTO secure_site_accounts (id, email, created_at) VALUES ($1, $2, $3)
ON CONFLICT (email) DO UPDATE SET email = EXCLUDED.email RETURNING id`,
      [randomText(16), email, this.#now()],
    );
    if (row === null) throw new Error('The database returned no account');
    return row.id;
  }

  /**
   * Deletes an account with its sessions, wallet and devices.
   * @param wallet the account's wallet; `null` if it has none
   * @returns false if the account, or its wallet, is another one by now
   */
  async delete(account: string, wallet: string | null): Promise<boolean> {
    return hasRows(
      this.#query,
      `DELETE FROM secure_site_accounts WHERE id = $1
AND (SELECT w.id FROM secure_site_wallets w WHERE w.account = $1) IS NOT DISTINCT FROM $2::text RETURNING id`,
      [account, wallet],
    );
  }
}
