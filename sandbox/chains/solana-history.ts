import type { Address, CompiledTransactionMessage, CompiledTransactionMessageWithLifetime, Transaction } from '@solana/kit';
import type { LiteSVM, TransactionMetadata } from 'litesvm';
import type { SolanaSdk } from './solana-ledger.js';

const SYSTEM_PROGRAM = '11111111111111111111111111111111';
/** The token programs. Their token accounts have one layout. @see https://solana.com/docs/tokens */
export const TOKEN_PROGRAMS = ['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'];
export const TOKEN_ACCOUNT_BYTES = 165;
/** Kind of an account of Token-2022, after the bytes of a token account. */
const TOKEN_ACCOUNT_KIND = 2;
const MINT_DECIMALS_AT = 44;
/** Addresses of a lookup table begin here. @see https://docs.rs/solana-address-lookup-table-interface */
const LOOKUP_TABLE_HEADER_BYTES = 56;
const ADDRESS_BYTES = 32;

/** Tests for the data of a token account, which mints and multisigs are not. */
export const isTokenAccount = (data: Uint8Array): boolean =>
  data.length === TOKEN_ACCOUNT_BYTES || (data.length > TOKEN_ACCOUNT_BYTES && data[TOKEN_ACCOUNT_BYTES] === TOKEN_ACCOUNT_KIND);

/** Balance of a token account, as `getTransaction` has it. */
interface TokenBalanceEntry {
  readonly accountIndex: number;
  readonly mint: string;
  readonly owner: string;
  readonly programId: string;
  readonly uiTokenAmount: {
    readonly amount: string;
    readonly decimals: number;
    readonly uiAmount: number;
    readonly uiAmountString: string;
  };
}

/** Balances of a transaction's accounts at one time. */
interface Snapshot {
  readonly lamports: readonly bigint[];
  readonly tokens: readonly TokenBalanceEntry[];
}

/** An executed transaction. */
export interface ExecutedTransaction {
  readonly signature: string;
  readonly slot: number;
  /** Seconds since 1970. */
  readonly blockTime: number;
  /** Place among all transactions of the node. */
  readonly index: number;
  readonly err: unknown;
  readonly transaction: Transaction;
  readonly message: CompiledTransactionMessage & CompiledTransactionMessageWithLifetime;
  /** Static ones, then the writable and the read-only ones of lookup tables. */
  readonly accounts: readonly Address[];
  readonly writableLookups: number;
  readonly before: Snapshot;
  readonly after: Snapshot;
  readonly meta: TransactionMetadata;
}

/** Reports the result of a transaction that is about to be executed. */
type Finish = (meta: TransactionMetadata, err: unknown, slot: number) => void;

/** Accounts of a message, in the order that its instructions number them in. */
interface LoadedAccounts {
  readonly accounts: readonly Address[];
  readonly writableLookups: number;
}

/**
 * The transactions of a node with the balances before and after each, which the SVM does not keep.
 * @see https://solana.com/docs/rpc/http/gettransaction
 */
export class SolanaHistory {
  readonly #sdk: SolanaSdk;
  readonly #svm: LiteSVM;
  /** Pays airdrops: the richest account of a new SVM. */
  readonly #faucet: Address;
  readonly #bySignature = new Map<string, ExecutedTransaction>();
  /** Oldest first. */
  readonly #byAccount = new Map<string, ExecutedTransaction[]>();

  constructor(sdk: SolanaSdk, svm: LiteSVM) {
    this.#sdk = sdk;
    this.#svm = svm;
    const [faucet] = svm
      .getProgramAccounts(sdk.kit.address(SYSTEM_PROGRAM))
      .toSorted((a, b) => (a.lamports < b.lamports ? 1 : a.lamports > b.lamports ? -1 : 0));
    if (faucet === undefined) throw new Error('The Solana virtual machine has no account that pays airdrops.');
    this.#faucet = faucet.address;
  }

  /** Reads the balances before a transaction. */
  begin(transaction: Transaction): Finish {
    const { kit } = this.#sdk;
    const message = kit.getCompiledTransactionMessageDecoder().decode(transaction.messageBytes);
    const loaded = this.#load(message);
    const before = this.#snapshot(loaded.accounts);
    return (meta, err, slot) => {
      const signature = kit.getBase58Decoder().decode(meta.signature());
      const entry: ExecutedTransaction = {
        signature,
        slot,
        blockTime: Math.floor(Date.now() / 1_000),
        index: this.#bySignature.size,
        err,
        transaction,
        message,
        ...loaded,
        before,
        after: this.#snapshot(loaded.accounts),
        meta,
      };
      this.#bySignature.set(signature, entry);
      for (const account of new Set(loaded.accounts)) {
        const entries = this.#byAccount.get(account);
        if (entries === undefined) this.#byAccount.set(account, [entry]);
        else entries.push(entry);
      }
    };
  }

  /** Reads the balances before an airdrop, whose transaction the SVM makes itself. */
  beginAirdrop(to: Address, lamports: bigint): (meta: TransactionMetadata, slot: number) => void {
    const { kit } = this.#sdk;
    const data = new Uint8Array(12);
    const view = new DataView(data.buffer);
    view.setUint32(0, 2, true);
    view.setBigUint64(4, lamports, true);
    const accounts = [
      // 3: writable signer; 1: writable.
      { address: this.#faucet, role: 3 },
      { address: to, role: 1 },
    ] as const;
    const lifetime = { blockhash: this.#svm.latestBlockhash(), lastValidBlockHeight: 2n ** 60n };
    const message = kit.pipe(
      kit.createTransactionMessage({ version: 'legacy' }),
      (draft) => kit.setTransactionMessageFeePayer(this.#faucet, draft),
      (draft) => kit.setTransactionMessageLifetimeUsingBlockhash(lifetime, draft),
      (draft) =>
        kit.appendTransactionMessageInstruction({ programAddress: kit.address(SYSTEM_PROGRAM), accounts: [...accounts], data }, draft),
    );
    const unsigned: Transaction = kit.compileTransaction(message);
    // Of the transaction with its signature, which is known afterwards.
    const signatures = { ...unsigned.signatures };
    const finish = this.begin({ ...unsigned, signatures });
    return (meta, slot) => {
      Object.assign(signatures, { [this.#faucet]: meta.signature() });
      finish(meta, null, slot);
    };
  }

  find(signature: string): ExecutedTransaction | undefined {
    return this.#bySignature.get(signature);
  }

  /** Transactions that name an account, newest first. */
  of(account: string): readonly ExecutedTransaction[] {
    return this.#byAccount.get(account)?.toReversed() ?? [];
  }

  #load(message: CompiledTransactionMessage): LoadedAccounts {
    const { kit } = this.#sdk;
    const lookups = 'addressTableLookups' in message ? (message.addressTableLookups ?? []) : [];
    const at = (table: Address, indexes: readonly number[]): readonly Address[] => {
      const account = this.#svm.getAccount(table);
      if (!account.exists) return [];
      return indexes.map((index) => kit.getAddressDecoder().decode(account.data, LOOKUP_TABLE_HEADER_BYTES + index * ADDRESS_BYTES));
    };
    const writable = lookups.flatMap(({ lookupTableAddress, writableIndexes }) => at(lookupTableAddress, writableIndexes));
    const readonly = lookups.flatMap(({ lookupTableAddress, readonlyIndexes }) => at(lookupTableAddress, readonlyIndexes));
    return { accounts: [...message.staticAccounts, ...writable, ...readonly], writableLookups: writable.length };
  }

  #snapshot(accounts: readonly Address[]): Snapshot {
    const { kit } = this.#sdk;
    const read = accounts.map((account) => this.#svm.getAccount(account));
    return {
      lamports: read.map((account) => (account.exists ? account.lamports : 0n)),
      tokens: read.flatMap((account, accountIndex) => {
        if (!account.exists || !TOKEN_PROGRAMS.includes(account.programAddress) || !isTokenAccount(account.data)) return [];
        const { data, programAddress: programId } = account;
        const mint = kit.getAddressDecoder().decode(data, 0);
        const owner = kit.getAddressDecoder().decode(data, ADDRESS_BYTES);
        const mintAccount = this.#svm.getAccount(mint);
        const decimals = mintAccount.exists ? (mintAccount.data[MINT_DECIMALS_AT] ?? 0) : 0;
        const amount = Buffer.from(data).readBigUInt64LE(2 * ADDRESS_BYTES);
        return [{ accountIndex, mint, owner, programId, uiTokenAmount: showAmount(amount, decimals) }];
      }),
    };
  }
}

const showAmount = (amount: bigint, decimals: number): TokenBalanceEntry['uiTokenAmount'] => {
  const digits = amount.toString().padStart(decimals + 1, '0');
  const fraction = decimals === 0 ? '' : digits.slice(-decimals).replace(/0+$/, '');
  const whole = decimals === 0 ? digits : digits.slice(0, -decimals);
  const uiAmountString = fraction === '' ? whole : `${whole}.${fraction}`;
  return { amount: amount.toString(), decimals, uiAmount: Number(uiAmountString), uiAmountString };
};

/**
 * Shows a transaction as `getTransaction` does.
 * @param encoding `json`, `base58` or `base64`
 */
export const showTransaction = ({ kit }: SolanaSdk, entry: ExecutedTransaction, encoding: unknown): unknown => {
  const { transaction, message, meta, accounts, before, after } = entry;
  const { staticAccounts, header, lifetimeToken } = message;
  // The SVM executes no messages of version 1, which have another form.
  const instructions = 'instructions' in message ? message.instructions : [];
  const base58 = (bytes: Uint8Array): string => kit.getBase58Decoder().decode(bytes);
  const instructionOf = (programIdIndex: number, indexes: Iterable<number>, data: Uint8Array, stackHeight: number | null): unknown => ({
    programIdIndex,
    accounts: [...indexes],
    data: base58(data),
    stackHeight,
  });
  const inner = meta.innerInstructions().flatMap((each, index) => {
    if (each.length === 0) return [];
    const shown = each.map((call) => {
      const instruction = call.instruction();
      return instructionOf(instruction.programIdIndex(), instruction.accounts(), instruction.data(), call.stackHeight());
    });
    return [{ index, instructions: shown }];
  });
  const wire = kit.getTransactionEncoder().encode(transaction);
  const lookups = 'addressTableLookups' in message ? (message.addressTableLookups ?? []) : null;
  const json = {
    signatures: Object.values(transaction.signatures).map((signature) => (signature === null ? null : base58(new Uint8Array(signature)))),
    message: {
      accountKeys: staticAccounts,
      header: {
        numRequiredSignatures: header.numSignerAccounts,
        numReadonlySignedAccounts: header.numReadonlySignerAccounts,
        numReadonlyUnsignedAccounts: header.numReadonlyNonSignerAccounts,
      },
      recentBlockhash: lifetimeToken,
      instructions: instructions.map(({ programAddressIndex, accountIndices = [], data = new Uint8Array() }) =>
        instructionOf(programAddressIndex, accountIndices, new Uint8Array(data), null),
      ),
      ...(lookups === null
        ? {}
        : {
            addressTableLookups: lookups.map(({ lookupTableAddress, writableIndexes, readonlyIndexes }) => ({
              accountKey: lookupTableAddress,
              writableIndexes,
              readonlyIndexes,
            })),
          }),
    },
  };
  const encoded = encoding === 'base58' ? base58(new Uint8Array(wire)) : Buffer.from(wire).toString('base64');
  const firstReadonly = staticAccounts.length + entry.writableLookups;
  return {
    slot: entry.slot,
    blockTime: entry.blockTime,
    transactionIndex: entry.index,
    version: message.version,
    transaction: encoding === 'json' ? json : [encoded, encoding],
    meta: {
      err: entry.err,
      status: entry.err === null ? { Ok: null } : { Err: entry.err },
      fee: feeOf(entry),
      preBalances: before.lamports.map(Number),
      postBalances: after.lamports.map(Number),
      preTokenBalances: before.tokens,
      postTokenBalances: after.tokens,
      innerInstructions: inner,
      loadedAddresses: { writable: accounts.slice(staticAccounts.length, firstReadonly), readonly: accounts.slice(firstReadonly) },
      logMessages: meta.logs(),
      computeUnitsConsumed: Number(meta.computeUnitsConsumed()),
      rewards: [],
    },
  };
};

/** Lamports that leave all accounts are the fee. */
const feeOf = ({ before, after }: ExecutedTransaction): number => {
  const sum = (list: readonly bigint[]): bigint => list.reduce((total, lamports) => total + lamports, 0n);
  return Number(sum(before.lamports) - sum(after.lamports));
};
