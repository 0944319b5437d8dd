import * as v from 'valibot';
import type { Query } from '../../process/open-database.js';

/** Tables of smart sessions, for `createTables`. Times are milliseconds since 1970. */
export const SESSION_TABLES: readonly string[] = [
  // The private key is the service's own one of a session, which signs with the app's. A session has no context until the wallet has granted it.
  `CREATE TABLE IF NOT EXISTS blockchain_api_sessions (
  pci text PRIMARY KEY,
  account text NOT NULL,
  private_key text NOT NULL,
  created_at bigint NOT NULL,
  expires_at bigint NOT NULL,
  permissions jsonb NOT NULL,
  policies jsonb NOT NULL,
  context text,
  revoked_at bigint
)`,
  'CREATE INDEX IF NOT EXISTS blockchain_api_sessions_account ON blockchain_api_sessions (account, created_at)',
];

/** A permission or policy. */
export interface SessionRule {
  readonly type: string;
  readonly data: unknown;
}

/** What an app asks for. */
export interface NewSession {
  readonly pci: string;
  /** CAIP-10, with the address in lower case. */
  readonly account: string;
  readonly privateKey: string;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  readonly permissions: readonly SessionRule[];
  readonly policies: readonly SessionRule[];
}

/** What a wallet has granted. */
export interface GrantedSession extends Pick<NewSession, 'pci' | 'account' | 'expiresAtMs' | 'permissions'> {
  readonly context: string;
}

// `bigint` columns are texts in `pg`.
const timeColumn = v.pipe(v.union([v.number(), v.string(), v.bigint()]), v.transform(Number), v.safeInteger());
const rulesColumn = v.array(v.object({ type: v.string(), data: v.unknown() }));
const rowsSchema = v.array(
  v.object({
    pci: v.string(),
    account: v.string(),
    created_at: timeColumn,
    expires_at: timeColumn,
    permissions: rulesColumn,
    policies: rulesColumn,
    context: v.string(),
    revoked_at: v.nullable(timeColumn),
  }),
);

/** A session that a wallet has granted. */
export type SessionRow = v.InferOutput<typeof rowsSchema>[number];

const COLUMNS = 'pci, account, created_at, expires_at, permissions, policies, context, revoked_at';

/** Smart sessions in the database. All calls throw any error of it. */
export class SessionStore {
  readonly #query: Query;

  /** @param query of a database with the tables */
  constructor(query: Query) {
    this.#query = query;
  }

  async add({ pci, account, privateKey, createdAtMs, expiresAtMs, permissions, policies }: NewSession): Promise<void> {
    const rules = [permissions, policies].map((each) => JSON.stringify(each));
    await this.#run(
      `INSERT INTO blockchain_api_sessions (pci, account, private_key, created_at, expires_at, permissions, policies)
VALUES ($1, $2, $3, $4, $5, $6::jsonb, $7::jsonb)`,
      [pci, account, privateKey, createdAtMs, expiresAtMs, ...rules],
    );
  }

  /** Stores what the wallet has granted. False: the account has no such session, or it is granted already. */
  async grant({ pci, account, expiresAtMs, permissions, context }: GrantedSession): Promise<boolean> {
    const rows = await this.#run(
      `UPDATE blockchain_api_sessions SET context = $3, expires_at = $4, permissions = $5::jsonb
WHERE pci = $1 AND account = $2 AND context IS NULL RETURNING pci`,
      [pci, account, context, expiresAtMs, JSON.stringify(permissions)],
    );
    return rows.length > 0;
  }

  /** Granted sessions of an account, newest first. */
  async list(account: string): Promise<readonly SessionRow[]> {
    const text = `SELECT ${COLUMNS} FROM blockchain_api_sessions WHERE account = $1 AND context IS NOT NULL ORDER BY created_at DESC, pci`;
    return v.parse(rowsSchema, await this.#run(text, [account]));
  }

  /** Returns a granted session; `null` if there is none. */
  async find(pci: string): Promise<SessionRow | null> {
    const text = `SELECT ${COLUMNS} FROM blockchain_api_sessions WHERE pci = $1 AND context IS NOT NULL`;
    return v.parse(rowsSchema, await this.#run(text, [pci]))[0] ?? null;
  }

  /** Revokes a session. One that is revoked stays as it is. */
  async revoke(pci: string, nowMs: number): Promise<void> {
    await this.#run('UPDATE blockchain_api_sessions SET revoked_at = $2 WHERE pci = $1 AND revoked_at IS NULL', [pci, nowMs]);
  }

  async #run(text: string, parameters: readonly unknown[]): Promise<readonly unknown[]> {
    return (await this.#query(text, parameters)).rows;
  }
}
