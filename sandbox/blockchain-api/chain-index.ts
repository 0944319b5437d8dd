import * as v from 'valibot';
import type { Query } from '../process/open-database.js';

/** Kinds of assets that are transferred. */
const TRANSFER_KINDS = ['native', 'erc20', 'erc721', 'erc1155', 'spl'] as const;

type TransferKind = (typeof TRANSFER_KINDS)[number];

/** A transfer within a transaction. */
export interface IndexedTransfer {
  readonly kind: TransferKind;
  /** Contract or mint; `null` for the chain's coin. */
  readonly token: string | null;
  /** Decimal; `null` for fungible tokens. */
  readonly tokenId: string | null;
  /** `null`: minted. */
  readonly sender: string | null;
  /** `null`: burnt. */
  readonly recipient: string | null;
  /** Base units, in decimal. */
  readonly amount: string;
}

/** A transaction, as one of its parties sees it. */
export interface AccountTransaction {
  readonly chain: string;
  readonly hash: string;
  readonly block: number;
  readonly position: number;
  readonly minedAtMs: number;
  readonly sender: string;
  /** `null`: it deploys a contract, or has no single recipient. */
  readonly recipient: string | null;
  readonly nonce: number | null;
  readonly failed: boolean;
  readonly deploys: boolean;
  /** True if the account lets others spend its tokens by it. */
  readonly approves: boolean;
  /** Those of the account. Of a failed transaction: those that it asked for. */
  readonly transfers: readonly IndexedTransfer[];
}

/** A transaction with all of its parties. */
export interface IndexedTransaction extends Omit<AccountTransaction, 'approves' | 'chain'> {
  readonly approvers: readonly string[];
}

/** A block that has been read. */
export interface IndexedBlock {
  readonly number: number;
  readonly hash: string;
}

/** Place of a transaction in a history; pages go on below it. */
export type HistoryPlace = Pick<AccountTransaction, 'minedAtMs' | 'chain' | 'block' | 'position' | 'hash'>;

/** `bigint` columns are texts in `pg`. */
const wholeColumn = v.pipe(v.union([v.number(), v.string(), v.bigint()]), v.transform(Number), v.safeInteger());

const transferSchema = v.object({
  kind: v.picklist(TRANSFER_KINDS),
  token: v.nullable(v.string()),
  tokenId: v.nullable(v.string()),
  sender: v.nullable(v.string()),
  recipient: v.nullable(v.string()),
  amount: v.string(),
});

const transactionSchema = v.pipe(
  v.object({
    chain: v.string(),
    hash: v.string(),
    block: wholeColumn,
    position: wholeColumn,
    mined_at: wholeColumn,
    sender: v.string(),
    recipient: v.nullable(v.string()),
    nonce: v.nullable(wholeColumn),
    failed: v.boolean(),
    deploys: v.boolean(),
    approves: v.boolean(),
    transfers: v.array(transferSchema),
  }),
  v.transform(({ mined_at, ...row }): AccountTransaction => ({ ...row, minedAtMs: mined_at })),
);

const blockSchema = v.object({ number: wholeColumn, hash: v.string() });
const tokenSchema = v.object({ token: v.string() });
const nftSchema = v.object({ kind: v.picklist(['erc721', 'erc1155']), token: v.string(), token_id: v.string() });
const signatureSchema = v.object({ signature: v.string() });
const accountSchema = v.object({ account: v.string() });

/** An NFT that an account has received at some time. */
export interface ReceivedNft {
  readonly kind: 'erc721' | 'erc1155';
  readonly token: string;
  readonly tokenId: string;
}

/** Accounts whose history has a transaction. */
const partiesOf = ({ sender, approvers, transfers }: IndexedTransaction): readonly string[] => {
  const movers = transfers.flatMap((transfer) => [transfer.sender, transfer.recipient]);
  return [...new Set([sender, ...approvers, ...movers])].filter((account) => account !== null);
};

const STORE = `WITH blocks AS (
  INSERT INTO blockchain_api_blocks (chain, number, hash)
  SELECT $1::text, number, hash FROM jsonb_to_recordset($2::jsonb) AS row (number bigint, hash text)
  ON CONFLICT DO NOTHING
), transactions AS (
  INSERT INTO blockchain_api_transactions (chain, hash, block, position, mined_at, sender, recipient, nonce, failed, deploys)
  SELECT $1::text, hash, block, position, "minedAtMs", sender, recipient, nonce, failed, deploys FROM jsonb_to_recordset($3::jsonb)
  AS row (hash text, block bigint, position integer, "minedAtMs" bigint, sender text, recipient text, nonce bigint, failed boolean, deploys boolean)
  ON CONFLICT DO NOTHING
), transfers AS (
  INSERT INTO blockchain_api_transfers (chain, hash, position, kind, token, token_id, sender, recipient, amount)
  SELECT $1::text, hash, position, kind, token, "tokenId", sender, recipient, amount FROM jsonb_to_recordset($4::jsonb)
  AS row (hash text, position integer, kind text, token text, "tokenId" numeric, sender text, recipient text, amount numeric)
  ON CONFLICT DO NOTHING
)
INSERT INTO blockchain_api_parties (account, mined_at, chain, block, position, hash, approves)
SELECT account, "minedAtMs", $1::text, block, position, hash, approves FROM jsonb_to_recordset($5::jsonb)
AS row (account text, "minedAtMs" bigint, block bigint, position integer, hash text, approves boolean)
ON CONFLICT DO NOTHING`;

const REMOVE = `WITH blocks AS (DELETE FROM blockchain_api_blocks WHERE chain = $1 AND number > $2)
DELETE FROM blockchain_api_transactions WHERE chain = $1 AND block > $2`;

const HISTORY = `SELECT p.chain, p.hash, p.block, p.position, p.mined_at, p.approves, t.sender, t.recipient, t.nonce, t.failed, t.deploys,
  coalesce((
    SELECT json_agg(json_build_object('kind', m.kind, 'token', m.token, 'tokenId', m.token_id::text, 'sender', m.sender,
      'recipient', m.recipient, 'amount', m.amount::text) ORDER BY m.position)
    FROM blockchain_api_transfers m WHERE m.chain = p.chain AND m.hash = p.hash AND (m.sender = p.account OR m.recipient = p.account)
  ), '[]') AS transfers
FROM blockchain_api_parties p JOIN blockchain_api_transactions t ON t.chain = p.chain AND t.hash = p.hash
WHERE p.account = $1 AND p.chain IN (SELECT jsonb_array_elements_text($2::jsonb))
  AND ($3::bigint IS NULL OR (p.mined_at, p.chain, p.block, p.position, p.hash) < ($3::bigint, $4::text, $5::bigint, $6::integer, $7::text))
ORDER BY p.mined_at DESC, p.chain DESC, p.block DESC, p.position DESC, p.hash DESC LIMIT $8`;

/** The index of all chains, in a database. */
export class ChainIndex {
  readonly #query: Query;

  constructor(query: Query) {
    this.#query = query;
  }

  /** Adds blocks and transactions, all or nothing. Those that are there stay. */
  async store(chain: string, blocks: readonly IndexedBlock[], transactions: readonly IndexedTransaction[]): Promise<void> {
    const transfers = transactions.flatMap(({ hash, transfers }) =>
      transfers.map((transfer, position) => ({ ...transfer, hash, position })),
    );
    const parties = transactions.flatMap((transaction) => {
      const { hash, block, position, minedAtMs, approvers } = transaction;
      return partiesOf(transaction).map((account) => ({
        account,
        hash,
        block,
        position,
        minedAtMs,
        approves: approvers.includes(account),
      }));
    });
    const plain = transactions.map(({ transfers: _, approvers: __, ...transaction }) => transaction);
    await this.#rows(STORE, [chain, ...[blocks, plain, transfers, parties].map((list) => JSON.stringify(list))]);
  }

  /** Removes the blocks above a height and their transactions. −1: all of the chain. */
  async removeAbove(chain: string, height: number): Promise<void> {
    await this.#rows(REMOVE, [chain, height]);
  }

  /** Removes all that is known of a chain. */
  async removeChain(chain: string): Promise<void> {
    await this.removeAbove(chain, -1);
    await this.#rows('DELETE FROM blockchain_api_signatures WHERE chain = $1', [chain]);
    await this.#rows('DELETE FROM blockchain_api_token_accounts WHERE chain = $1', [chain]);
  }

  /** Returns the highest block of a chain, at most at a height; `null` if there is none. */
  async blockAt(chain: string, height: number): Promise<IndexedBlock | null> {
    const text = 'SELECT number, hash FROM blockchain_api_blocks WHERE chain = $1 AND number <= $2 ORDER BY number DESC LIMIT 1';
    const [row] = await this.#rows(text, [chain, height]);
    return row === undefined ? null : v.parse(blockSchema, row);
  }

  /** Returns transactions of an account, newest first. @param below where a page ends that came before */
  async history(
    account: string,
    chains: readonly string[],
    below: HistoryPlace | null,
    limit: number,
  ): Promise<readonly AccountTransaction[]> {
    const { minedAtMs = null, chain = null, block = null, position = null, hash = null } = below ?? {};
    const rows = await this.#rows(HISTORY, [account, JSON.stringify(chains), minedAtMs, chain, block, position, hash, limit]);
    return v.parse(v.array(transactionSchema), rows);
  }

  /** Returns the ERC-20 contracts of all tokens that an account ever received. */
  async receivedTokens(chain: string, account: string): Promise<readonly string[]> {
    const text = `SELECT DISTINCT token FROM blockchain_api_transfers WHERE chain = $1 AND recipient = $2 AND kind = 'erc20' ORDER BY token`;
    return v.parse(v.array(tokenSchema), await this.#rows(text, [chain, account])).map(({ token }) => token);
  }

  /** Returns NFTs that an account ever received, by contract and id. @param after the last one that is known */
  async receivedNfts(
    chain: string,
    account: string,
    after: Pick<ReceivedNft, 'token' | 'tokenId'> | null,
    limit: number,
  ): Promise<readonly ReceivedNft[]> {
    const text = `SELECT DISTINCT kind, token, token_id, token_id::text AS id FROM blockchain_api_transfers
WHERE chain = $1 AND recipient = $2 AND kind IN ('erc721', 'erc1155') AND ($3::text IS NULL OR (token, token_id) > ($3::text, $4::numeric))
ORDER BY token, token_id LIMIT $5`;
    const rows = await this.#rows(`SELECT kind, token, id AS token_id FROM (${text}) found ORDER BY token, found.token_id`, [
      chain,
      account,
      after?.token ?? null,
      after?.tokenId ?? null,
      limit,
    ]);
    return v.parse(v.array(nftSchema), rows).map(({ token_id, ...nft }) => ({ ...nft, tokenId: token_id }));
  }

  /** Returns the latest signature that was read of an account of Solana. */
  async signature(chain: string, account: string): Promise<string | null> {
    const text = 'SELECT signature FROM blockchain_api_signatures WHERE chain = $1 AND account = $2';
    const [row] = await this.#rows(text, [chain, account]);
    return row === undefined ? null : v.parse(signatureSchema, row).signature;
  }

  async setSignature(chain: string, account: string, signature: string): Promise<void> {
    const text = `INSERT INTO blockchain_api_signatures VALUES ($1, $2, $3)
ON CONFLICT (chain, account) DO UPDATE SET signature = excluded.signature`;
    await this.#rows(text, [chain, account, signature]);
  }

  /** Returns the signature of any transaction of a chain that has been read; `null` if none has. */
  async anySignature(chain: string): Promise<string | null> {
    const [row] = await this.#rows('SELECT signature FROM blockchain_api_signatures WHERE chain = $1 LIMIT 1', [chain]);
    return row === undefined ? null : v.parse(signatureSchema, row).signature;
  }

  /** Adds token accounts of an owner, and returns all that it ever had. */
  async tokenAccounts(chain: string, owner: string, found: readonly string[]): Promise<readonly string[]> {
    const add = `INSERT INTO blockchain_api_token_accounts SELECT $1::text, $2::text, jsonb_array_elements_text($3::jsonb) ON CONFLICT DO NOTHING`;
    await this.#rows(add, [chain, owner, JSON.stringify(found)]);
    const text = 'SELECT account FROM blockchain_api_token_accounts WHERE chain = $1 AND owner = $2 ORDER BY account';
    return v.parse(v.array(accountSchema), await this.#rows(text, [chain, owner])).map(({ account }) => account);
  }

  async #rows(text: string, parameters: readonly unknown[]): Promise<readonly unknown[]> {
    return (await this.#query(text, parameters)).rows;
  }
}
