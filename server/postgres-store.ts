import * as v from 'valibot';
import { isChainId } from '../domain/caip/caip-2.js';
import {
  MAX_NONCES_PER_BROWSER,
  type SignInSession,
  type SignInSessionKey,
  type SignInStore,
  type StoredNonce,
  type StoredSession,
} from './sign-in-store.js';

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
  sign_in_id text NOT NULL,
  chain_id text NOT NULL,
  account_address text NOT NULL,
  message text NOT NULL,
  signature text NOT NULL,
  signed_in_at bigint NOT NULL,
  expires_at bigint NOT NULL,
  PRIMARY KEY (sign_in_id, chain_id, account_address)
)`,
  'CREATE INDEX IF NOT EXISTS latchkey_sessions_expires_at ON latchkey_sessions (expires_at)',
];

/** `bigint` columns are texts in `pg`. */
const timeSchema = v.pipe(v.union([v.number(), v.string(), v.bigint()]), v.transform(Number), v.safeInteger());

const sessionSchema = v.pipe(
  v.object({
    sign_in_id: v.string(),
    chain_id: v.custom<SignInSession['chainId']>(isChainId),
    account_address: v.string(),
    message: v.string(),
    signature: v.string(),
    signed_in_at: timeSchema,
    expires_at: timeSchema,
  }),
  v.transform(
    ({ sign_in_id, chain_id, account_address, message, signature, signed_in_at, expires_at }): StoredSession => ({
      signInId: sign_in_id,
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
 * Keeps nonces and sessions in Postgres, in the tables of {@link POSTGRES_SCHEMA}. Adding one deletes the rows of its table that have expired.
 * @param query of a pool or a client: `(text, parameters) => pool.query(text, parameters)`
 */
export const postgresStore = (query: PostgresQuery): SignInStore => new PostgresStore(query);

class PostgresStore implements SignInStore {
  readonly #query: PostgresQuery;

  constructor(query: PostgresQuery) {
    this.#query = query;
  }

  async addNonce({ browserId, nonce, expiresAt }: StoredNonce, now: number): Promise<void> {
    await this.#query('DELETE FROM latchkey_nonces WHERE expires_at <= $1', [now]);
    await this.#query('INSERT INTO latchkey_nonces (browser_id, nonce, expires_at) VALUES ($1, $2, $3)', [browserId, nonce, expiresAt]);
    await this.#query(
      `DELETE FROM latchkey_nonces WHERE browser_id = $1 AND nonce IN
(SELECT nonce FROM latchkey_nonces WHERE browser_id = $1 ORDER BY expires_at DESC OFFSET $2)`,
      [browserId, MAX_NONCES_PER_BROWSER],
    );
  }

  async takeNonce(
    { browserIds, nonce }: { readonly browserIds: readonly string[]; readonly nonce: string },
    now: number,
  ): Promise<boolean> {
    // Of concurrent deletions of a row, one returns it.
    const { rows } = await this.#query(
      'DELETE FROM latchkey_nonces WHERE browser_id = ANY($1::text[]) AND nonce = $2 AND expires_at > $3 RETURNING nonce',
      [browserIds, nonce, now],
    );
    return rows.length > 0;
  }

  async addSession(session: StoredSession, now: number): Promise<void> {
    const { signInId, chainId, accountAddress, message, signature, signedInAt, expiresAt } = session;
    await this.#query('DELETE FROM latchkey_sessions WHERE expires_at <= $1', [now]);
    await this.#query(
      `INSERT INTO latchkey_sessions (sign_in_id, chain_id, account_address, message, signature, signed_in_at, expires_at)
VALUES ($1, $2, $3, $4, $5, $6, $7)
ON CONFLICT (sign_in_id, chain_id, account_address)
DO UPDATE SET message = $4, signature = $5, signed_in_at = $6, expires_at = $7`,
      [signInId, chainId, accountAddress, message, signature, signedInAt, expiresAt],
    );
  }

  async sessions(signInIds: readonly string[], now: number): Promise<readonly StoredSession[]> {
    const { rows } = await this.#query(
      `SELECT sign_in_id, chain_id, account_address, message, signature, signed_in_at, expires_at
FROM latchkey_sessions WHERE sign_in_id = ANY($1::text[]) AND expires_at > $2 ORDER BY signed_in_at, chain_id, account_address`,
      [signInIds, now],
    );
    return rows.map((row) => v.parse(sessionSchema, row));
  }

  async removeSessions({ signInIds, account }: SignInSessionKey): Promise<void> {
    if (account === undefined) await this.#query('DELETE FROM latchkey_sessions WHERE sign_in_id = ANY($1::text[])', [signInIds]);
    else {
      await this.#query('DELETE FROM latchkey_sessions WHERE sign_in_id = ANY($1::text[]) AND chain_id = $2 AND account_address = $3', [
        signInIds,
        account.chainId,
        account.accountAddress,
      ]);
    }
  }
}
