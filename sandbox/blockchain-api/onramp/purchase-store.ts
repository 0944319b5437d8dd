import * as v from 'valibot';
import type { Query } from '../../process/open-database.js';

/** Tables of purchases, for `createTables`. Times are milliseconds since 1970, amounts are exact decimal texts. */
export const PURCHASE_TABLES: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS blockchain_api_purchases (
  id text PRIMARY KEY,
  provider text NOT NULL,
  account text NOT NULL,
  chain text NOT NULL,
  asset text NOT NULL,
  name text NOT NULL,
  symbol text NOT NULL,
  amount text NOT NULL,
  paid text NOT NULL,
  payment_currency text NOT NULL,
  price_usd double precision,
  status text NOT NULL,
  created_at bigint NOT NULL,
  hash text
)`,
  'CREATE INDEX IF NOT EXISTS blockchain_api_purchases_account ON blockchain_api_purchases (account, provider, created_at)',
];

/** Progress of a purchase: paid but not delivered yet, delivered, or declined. */
export type PurchaseStatus = 'in-progress' | 'success' | 'failed';

// `bigint` columns are texts in `pg`.
const timeColumn = v.pipe(v.union([v.number(), v.string(), v.bigint()]), v.transform(Number), v.safeInteger());
const rowsSchema = v.array(
  v.object({
    id: v.string(),
    provider: v.string(),
    account: v.string(),
    chain: v.string(),
    asset: v.string(),
    name: v.string(),
    symbol: v.string(),
    amount: v.string(),
    paid: v.string(),
    payment_currency: v.string(),
    price_usd: v.nullable(v.number()),
    status: v.picklist(['in-progress', 'success', 'failed']),
    created_at: timeColumn,
    hash: v.nullable(v.string()),
  }),
);

/** A purchase. */
export type PurchaseRow = v.InferOutput<typeof rowsSchema>[number];

/** Place of a purchase in the list of an account. */
export type PurchasePlace = Pick<PurchaseRow, 'created_at' | 'id'>;

const COLUMNS = 'id, provider, account, chain, asset, name, symbol, amount, paid, payment_currency, price_usd, status, created_at, hash';

/** Purchases in the database. All calls throw any error of it. */
export class PurchaseStore {
  readonly #query: Query;

  /** @param query of a database with the tables */
  constructor(query: Query) {
    this.#query = query;
  }

  async add(purchase: PurchaseRow): Promise<void> {
    const { id, provider, account, chain, asset, name, symbol, amount, paid, payment_currency, price_usd, status, created_at, hash } =
      purchase;
    await this.#query(
      `INSERT INTO blockchain_api_purchases (${COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
      [id, provider, account, chain, asset, name, symbol, amount, paid, payment_currency, price_usd, status, created_at, hash],
    );
  }

  /** Ends a purchase that is in progress. @param hash of the transaction that delivered it */
  async settle(id: string, status: Exclude<PurchaseStatus, 'in-progress'>, hash: string | null): Promise<void> {
    const text = `UPDATE blockchain_api_purchases SET status = $2, hash = $3 WHERE id = $1 AND status = 'in-progress'`;
    await this.#query(text, [id, status, hash]);
  }

  async find(id: string): Promise<PurchaseRow | null> {
    const { rows } = await this.#query(`SELECT ${COLUMNS} FROM blockchain_api_purchases WHERE id = $1`, [id]);
    return v.parse(rowsSchema, rows)[0] ?? null;
  }

  /** Purchases of an account at a provider, newest first. */
  async list(account: string, provider: string, below: PurchasePlace | null, limit: number): Promise<readonly PurchaseRow[]> {
    const { rows } = await this.#query(
      `SELECT ${COLUMNS} FROM blockchain_api_purchases
WHERE account = $1 AND provider = $2 AND ($3::bigint IS NULL OR (created_at, id) < ($3::bigint, $4::text))
ORDER BY created_at DESC, id DESC LIMIT $5`,
      [account, provider, below?.created_at ?? null, below?.id ?? null, limit],
    );
    return v.parse(rowsSchema, rows);
  }
}
