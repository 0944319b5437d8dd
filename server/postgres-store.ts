import * as v from 'valibot';
import { isChainId } from '../domain/caip/caip-2.js';
import type { SignInSession, SignInSessionKey, SignInStore, StoredNonce } from './sign-in-store.js';

/** Runs a statement with parameters `$1`, `$2` and so on, as `query` of `pg` and of PGlite do. @throws any error of the database */
export type PostgresQuery = (
  text: string,
  parameters: unknown[],
) => Promise<{ readonly rows: readonly unknown[]; readonly rowCount?: number | null; readonly affectedRows?: number | undefined }>;

/** Creates the tables of {@link postgresStore} if they do not exist. Run it once, or with your migrations. */
export const POSTGRES_SCHEMA: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS latchkey_nonces (
  browser_id text NOT NULL,
  nonce text NOT NULL,
  expires_at bigint NOT NULL,
  PRIMARY KEY (browser_id, nonce)
)`,
  'CREATE INDEX IF NOT EXISTS latchkey_nonces_expires_at ON latchkey_nonces (expires_at)',
  `CREATE TABLE IF NOT EXISTS latchkey_sessions (
  browser_id text NOT NULL,
  chain_id text NOT NULL,
  account_address text NOT NULL,
  message text NOT NULL,
  signature text NOT NULL,
  signed_in_at bigint NOT NULL,
  expires_at bigint NOT NULL,
  PRIMARY KEY (browser_id, chain_id, account_address)
)`,
  'CREATE INDEX IF NOT EXISTS latchkey_sessions_expires_at ON latchkey_sessions (expires_at)',
];

/** `bigint` columns are texts in `pg`. */
const timeSchema = v.pipe(v.union([v.number(), v.string(), v.bigint()]), v.transform(Number), v.safeInteger());

const sessionSchema = v.pipe(
  v.object({
    chain_id: v.custom<SignInSession['chainId']>(isChainId),
    account_address: v.string(),
    message: v.string(),
    signature: v.string(),
    signed_in_at: timeSchema,
    expires_at: timeSchema,
  }),
  v.transform(
    ({ chain_id, account_address, message, signature, signed_in_at, expires_at }): SignInSession => ({
      chainId: chain_id,
      accountAddress: account_address,
      message,
      signature,
      signedInAt: signed_in_at,
      expiresAt: expires_at,
    }),
  ),
);

/**
 * Keeps nonces and sessions in Postgres, in the tables of {@link POSTGRES_SCHEMA}. Expired rows are deleted along the way.
 * @param query of a pool or a client: `(text, parameters) => pool.query(text, parameters)`
 */
export const postgresStore = (query: PostgresQuery): SignInStore => new PostgresStore(query);

class PostgresStore implements SignInStore {
  readonly #query: PostgresQuery;

  constructor(query: PostgresQuery) {
    this.#query = query;
  }

  async addNonce({ browserId, nonce, expiresAt }: StoredNonce): Promise<void> {
    await this.#query('INSERT INTO latchkey_nonces (browser_id, nonce, expires_at) VALUES ($1, $2, $3)', [browserId, nonce, expiresAt]);
  }

  async takeNonce({ browserId, nonce }: Pick<StoredNonce, 'browserId' | 'nonce'>, now: number): Promise<boolean> {
    await this.#query('DELETE FROM latchkey_nonces WHERE expires_at <= $1', [now]);
    // Of concurrent deletions of a row, one returns it.
    const { rows } = await this.#query('DELETE FROM latchkey_nonces WHERE browser_id = $1 AND nonce = $2 RETURNING nonce', [
      browserId,
      nonce,
    ]);
    return rows.length === 1;
  }

  async addSession(browserId: string, session: SignInSession): Promise<void> {
    const { chainId, accountAddress, message, signature, signedInAt, expiresAt } = session;
    await this.#query(
      `INSERT INTO latchkey_sessions (browser_id, chain_id, account_address, message, signature, signed_in_at, expires_at)
VALUES ($1, $2, $3, $4, $5, $6, $7)
ON CONFLICT (browser_id, chain_id, account_address)
DO UPDATE SET message = $4, signature = $5, signed_in_at = $6, expires_at = $7`,
      [browserId, chainId, accountAddress, message, signature, signedInAt, expiresAt],
    );
  }

  async sessions(browserId: string, now: number): Promise<readonly SignInSession[]> {
    await this.#query('DELETE FROM latchkey_sessions WHERE expires_at <= $1', [now]);
    const { rows } = await this.#query(
      `SELECT chain_id, account_address, message, signature, signed_in_at, expires_at
FROM latchkey_sessions WHERE browser_id = $1 ORDER BY signed_in_at, chain_id, account_address`,
      [browserId],
    );
    return rows.map((row) => v.parse(sessionSchema, row));
  }

  async removeSessions({ browserId, account }: SignInSessionKey): Promise<void> {
    if (account === undefined) await this.#query('DELETE FROM latchkey_sessions WHERE browser_id = $1', [browserId]);
    else {
      await this.#query('DELETE FROM latchkey_sessions WHERE browser_id = $1 AND chain_id = $2 AND account_address = $3', [
        browserId,
        account.chainId,
        account.accountAddress,
      ]);
    }
  }
}
