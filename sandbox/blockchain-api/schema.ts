import type { Query } from '../process/open-database.js';
import { PURCHASE_TABLES } from './onramp/purchase-store.js';
import { SESSION_TABLES } from './sessions/session-store.js';

/**
 * Tables of the index. Each statement does nothing if what it creates exists. Times are milliseconds since 1970, amounts are base units. Addresses of
 * eip155 are in lower case. A sender or recipient is NULL where tokens are minted or burnt.
 */
const SCHEMA: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS blockchain_api_blocks (
  chain text NOT NULL,
  number bigint NOT NULL,
  hash text NOT NULL,
  PRIMARY KEY (chain, number)
)`,
  `CREATE TABLE IF NOT EXISTS blockchain_api_transactions (
  chain text NOT NULL,
  hash text NOT NULL,
  block bigint NOT NULL,
  position integer NOT NULL,
  mined_at bigint NOT NULL,
  sender text NOT NULL,
  recipient text,
  nonce bigint,
  failed boolean NOT NULL,
  deploys boolean NOT NULL,
  PRIMARY KEY (chain, hash)
)`,
  'CREATE INDEX IF NOT EXISTS blockchain_api_transactions_block ON blockchain_api_transactions (chain, block)',
  `CREATE TABLE IF NOT EXISTS blockchain_api_transfers (
  chain text NOT NULL,
  hash text NOT NULL,
  position integer NOT NULL,
  kind text NOT NULL,
  token text,
  token_id numeric,
  sender text,
  recipient text,
  amount numeric NOT NULL,
  PRIMARY KEY (chain, hash, position),
  FOREIGN KEY (chain, hash) REFERENCES blockchain_api_transactions ON DELETE CASCADE
)`,
  'CREATE INDEX IF NOT EXISTS blockchain_api_transfers_recipient ON blockchain_api_transfers (chain, recipient, kind, token, token_id)',
  // Transactions by account. The key is the order of a history, so that each of its pages is one range.
  `CREATE TABLE IF NOT EXISTS blockchain_api_parties (
  account text NOT NULL,
  mined_at bigint NOT NULL,
  chain text NOT NULL,
  block bigint NOT NULL,
  position integer NOT NULL,
  hash text NOT NULL,
  approves boolean NOT NULL,
  PRIMARY KEY (account, mined_at, chain, block, position, hash),
  FOREIGN KEY (chain, hash) REFERENCES blockchain_api_transactions ON DELETE CASCADE
)`,
  'CREATE INDEX IF NOT EXISTS blockchain_api_parties_hash ON blockchain_api_parties (chain, hash)',
  // The latest signature that was read of each account of Solana, whose transactions are read by account.
  `CREATE TABLE IF NOT EXISTS blockchain_api_signatures (
  chain text NOT NULL,
  account text NOT NULL,
  signature text NOT NULL,
  PRIMARY KEY (chain, account)
)`,
  // Token accounts of Solana by owner: closed ones keep their history.
  `CREATE TABLE IF NOT EXISTS blockchain_api_token_accounts (
  chain text NOT NULL,
  owner text NOT NULL,
  account text NOT NULL,
  PRIMARY KEY (chain, owner, account)
)`,
  ...SESSION_TABLES,
  ...PURCHASE_TABLES,
];

/** One statement, and so one transaction. Other instances that start meanwhile wait. */
const CREATE = `DO $create$ BEGIN
PERFORM pg_advisory_xact_lock(hashtext('blockchain_api_blocks'));
${SCHEMA.map((statement) => `${statement};\n`).join('')}END $create$`;

/** Creates the tables of the service. @throws any error of the database */
export const createTables = async (query: Query): Promise<void> => {
  await query(CREATE, []);
};
