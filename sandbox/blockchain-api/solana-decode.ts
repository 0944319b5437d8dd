import { base58 } from '@scure/base';
import * as v from 'valibot';
import { TOKEN_PROGRAMS } from '../chains/solana-history.js';
import type { IndexedTransaction, IndexedTransfer } from './chain-index.js';

const SYSTEM_PROGRAM = '11111111111111111111111111111111';
/** Mint of wrapped coins, whose lamports are more than rent. */
const WRAPPED_MINT = 'So11111111111111111111111111111111111111112';
/** Number of the system program's transfer. @see https://docs.rs/solana-system-interface */
const SYSTEM_TRANSFER = 2;
/** Place of the owner among the accounts of the token programs' approvals, by number. @see https://docs.rs/spl-token-interface */
const APPROVALS: Readonly<Record<number, number>> = { 4: 2, 13: 3 };

/** An instruction of the token programs that transfers. The first of its accounts is the source. */
interface TransferForm {
  /** Its first bytes. The amount follows. */
  readonly prefix: readonly number[];
  /** Place of the recipient among its accounts. */
  readonly recipient: number;
}

/** Transfer, TransferChecked, and TransferCheckedWithFee of Token-2022. @see https://docs.rs/spl-token-2022-interface */
const TRANSFERS: readonly TransferForm[] = [
  { prefix: [3], recipient: 1 },
  { prefix: [12], recipient: 2 },
  { prefix: [26, 1], recipient: 2 },
];
const AMOUNT_BYTES = 8;
/** Creates token accounts: its accounts are payer, token account, owner, mint. */
const ASSOCIATED_TOKEN_PROGRAM = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL';

const wholeSchema = v.pipe(v.number(), v.safeInteger());
const tokensSchema = v.nullish(
  v.array(v.object({ accountIndex: wholeSchema, mint: v.string(), owner: v.string(), uiTokenAmount: v.object({ amount: v.string() }) })),
  [],
);
const instructionSchema = v.object({ programIdIndex: wholeSchema, accounts: v.array(wholeSchema), data: v.string() });

/** A transaction as nodes have it. @see https://solana.com/docs/rpc/http/gettransaction */
export const solanaTransactionSchema = v.object({
  slot: wholeSchema,
  blockTime: v.nullish(wholeSchema, 0),
  // Newer nodes have it. Without it, transactions of one slot are in the order of their signatures.
  transactionIndex: v.nullish(wholeSchema, 0),
  transaction: v.object({
    signatures: v.array(v.string()),
    message: v.object({ accountKeys: v.array(v.string()), instructions: v.array(instructionSchema) }),
  }),
  meta: v.object({
    err: v.unknown(),
    fee: wholeSchema,
    preBalances: v.array(wholeSchema),
    postBalances: v.array(wholeSchema),
    preTokenBalances: tokensSchema,
    postTokenBalances: tokensSchema,
    loadedAddresses: v.nullish(v.object({ writable: v.array(v.string()), readonly: v.array(v.string()) })),
    innerInstructions: v.nullish(v.array(v.object({ instructions: v.array(instructionSchema) })), []),
  }),
});

export type SolanaTransaction = v.InferOutput<typeof solanaTransactionSchema>;

/** A party of an asset's movement: what it has more, or less, than before. */
interface Change {
  readonly account: string;
  readonly amount: bigint;
}

/** Pairs those who have less with those who have more, in order. What has no counterpart was minted or burnt. */
const pair = (
  changes: readonly Change[],
): readonly { readonly from: string | null; readonly to: string | null; readonly amount: bigint }[] => {
  const payers = changes.filter(({ amount }) => amount < 0n).map(({ account, amount }) => ({ account, left: -amount }));
  const payees = changes.filter(({ amount }) => amount > 0n).map(({ account, amount }) => ({ account, left: amount }));
  const pairs: { from: string | null; to: string | null; amount: bigint }[] = [];
  let [payer, payee] = [payers.shift(), payees.shift()];
  while (payer !== undefined || payee !== undefined) {
    const amount = payer === undefined ? (payee?.left ?? 0n) : payee === undefined || payer.left < payee.left ? payer.left : payee.left;
    pairs.push({ from: payer?.account ?? null, to: payee?.account ?? null, amount });
    for (const party of [payer, payee]) if (party !== undefined) party.left -= amount;
    if (payer?.left === 0n) payer = payers.shift();
    if (payee?.left === 0n) payee = payees.shift();
  }
  return pairs;
};

const accountsOf = ({ transaction, meta: { loadedAddresses } }: SolanaTransaction): readonly string[] => [
  ...transaction.message.accountKeys,
  ...(loadedAddresses?.writable ?? []),
  ...(loadedAddresses?.readonly ?? []),
];

const coinTransfer = (sender: string | null, recipient: string | null, amount: bigint): IndexedTransfer => ({
  kind: 'native',
  token: null,
  tokenId: null,
  sender,
  recipient,
  amount: amount.toString(),
});

/** Movements of the coin without the fee, and without the rent of token accounts. */
const coinTransfers = (transaction: SolanaTransaction): readonly IndexedTransfer[] => {
  const { preBalances, postBalances, preTokenBalances, postTokenBalances, fee } = transaction.meta;
  const accounts = accountsOf(transaction);
  const tokenAccounts = [...preTokenBalances, ...postTokenBalances].filter(({ mint }) => mint !== WRAPPED_MINT);
  const rented = new Set(tokenAccounts.map(({ accountIndex }) => accounts[accountIndex]));
  const changes = accounts.map((account, index) => {
    const change = BigInt(postBalances[index] ?? 0) - BigInt(preBalances[index] ?? 0);
    return { account, amount: index === 0 ? change + BigInt(fee) : change };
  });
  return pair(changes).flatMap(({ from, to, amount }) =>
    rented.has(from ?? '') || rented.has(to ?? '') ? [] : [coinTransfer(from, to, amount)],
  );
};

const tokenTransfers = ({ meta: { preTokenBalances, postTokenBalances } }: SolanaTransaction): readonly IndexedTransfer[] => {
  const byMint = new Map<string, Map<string, bigint>>();
  const add = (mint: string, owner: string, amount: bigint): void => {
    const owners = byMint.get(mint) ?? new Map<string, bigint>();
    byMint.set(mint, owners.set(owner, (owners.get(owner) ?? 0n) + amount));
  };
  for (const { mint, owner, uiTokenAmount } of preTokenBalances) add(mint, owner, -BigInt(uiTokenAmount.amount));
  for (const { mint, owner, uiTokenAmount } of postTokenBalances) add(mint, owner, BigInt(uiTokenAmount.amount));
  return [...byMint].flatMap(([token, owners]) =>
    pair([...owners].map(([account, amount]) => ({ account, amount }))).map(
      ({ from, to, amount }): IndexedTransfer => ({
        kind: 'spl',
        token,
        tokenId: null,
        sender: from,
        recipient: to,
        amount: amount.toString(),
      }),
    ),
  );
};

interface Instruction {
  readonly program: string;
  readonly accounts: readonly string[];
  readonly data: Buffer;
}

const instructionsOf = (transaction: SolanaTransaction): readonly Instruction[] => {
  const accounts = accountsOf(transaction);
  const inner = transaction.meta.innerInstructions.flatMap(({ instructions }) => instructions);
  return [...transaction.transaction.message.instructions, ...inner].map(({ programIdIndex, accounts: indexes, data }) => ({
    program: accounts[programIdIndex] ?? '',
    accounts: indexes.flatMap((index) => accounts[index] ?? []),
    data: Buffer.from(base58.decode(data)),
  }));
};

/** Owner and mint of a token account. */
interface TokenAccount {
  readonly owner: string;
  readonly mint: string;
}

/** The token accounts of a transaction, also those that it asks to create. */
const knownTokenAccounts = (transaction: SolanaTransaction, instructions: readonly Instruction[]): ReadonlyMap<string, TokenAccount> => {
  const accounts = accountsOf(transaction);
  const { preTokenBalances, postTokenBalances } = transaction.meta;
  const known = new Map<string, TokenAccount>();
  for (const {
    program,
    accounts: [, account, owner, mint],
  } of instructions)
    if (program === ASSOCIATED_TOKEN_PROGRAM && account !== undefined && owner !== undefined && mint !== undefined)
      known.set(account, { owner, mint });
  for (const { accountIndex, owner, mint } of [...preTokenBalances, ...postTokenBalances])
    known.set(accounts[accountIndex] ?? '', { owner, mint });
  return known;
};

/** The coins and tokens that a transaction asks to move, for one that failed. */
const requestedTransfers = (transaction: SolanaTransaction): readonly IndexedTransfer[] => {
  const instructions = instructionsOf(transaction);
  const tokenAccounts = knownTokenAccounts(transaction, instructions);
  return instructions.flatMap(({ program, accounts, data }): readonly IndexedTransfer[] => {
    const [from, to] = accounts;
    if (program === SYSTEM_PROGRAM && data.length === 12 && data.readUInt32LE(0) === SYSTEM_TRANSFER)
      return from === undefined || to === undefined ? [] : [coinTransfer(from, to, data.readBigUInt64LE(4))];
    if (!TOKEN_PROGRAMS.includes(program)) return [];
    const form = TRANSFERS.find(({ prefix }) => prefix.every((byte, index) => data[index] === byte));
    const source = tokenAccounts.get(from ?? '');
    if (form === undefined || source === undefined || data.length < form.prefix.length + AMOUNT_BYTES) return [];
    const recipient = accounts[form.recipient] ?? null;
    return [
      {
        kind: 'spl',
        token: source.mint,
        tokenId: null,
        sender: source.owner,
        // The token account itself if its owner is unknown, because it does not exist.
        recipient: tokenAccounts.get(recipient ?? '')?.owner ?? recipient,
        amount: data.readBigUInt64LE(form.prefix.length).toString(),
      },
    ];
  });
};

const approversOf = (transaction: SolanaTransaction): readonly string[] => {
  const approvers = instructionsOf(transaction).flatMap(({ program, accounts, data }) => {
    const place = TOKEN_PROGRAMS.includes(program) ? APPROVALS[data[0] ?? -1] : undefined;
    return place === undefined ? [] : (accounts[place] ?? []);
  });
  return [...new Set(approvers)];
};

/** Returns a transaction for the index. */
export const indexSolanaTransaction = (hash: string, transaction: SolanaTransaction): IndexedTransaction => {
  const failed = transaction.meta.err !== null && transaction.meta.err !== undefined;
  return {
    hash,
    block: transaction.slot,
    position: transaction.transactionIndex,
    minedAtMs: transaction.blockTime * 1_000,
    sender: accountsOf(transaction)[0] ?? '',
    recipient: null,
    nonce: null,
    failed,
    deploys: false,
    approvers: approversOf(transaction),
    transfers: failed ? requestedTransfers(transaction) : [...coinTransfers(transaction), ...tokenTransfers(transaction)],
  };
};

/** Returns the token accounts of an owner in a transaction. */
export const tokenAccountsOf = (transaction: SolanaTransaction, owner: string): readonly string[] => {
  const { preTokenBalances, postTokenBalances } = transaction.meta;
  const accounts = accountsOf(transaction);
  return [...preTokenBalances, ...postTokenBalances]
    .filter((balance) => balance.owner === owner)
    .flatMap(({ accountIndex }) => accounts[accountIndex] ?? []);
};
