import { createRequire } from 'node:module';
import type { Address, EncodedAccount, MaybeEncodedAccount, ReadonlyUint8Array, Transaction } from '@solana/kit';
import type { FailedTransactionMetadata, LiteSVM } from 'litesvm';
import { NodeError } from './call-node.js';
import type { SolanaLedger, SolanaSdk } from './solana-ledger.js';

/** Names of errors by their number, as litesvm has them inside. */
const namesOf = (name: string): ReadonlyMap<unknown, string> => {
  // Its types do not name what its build exports.
  const table = (createRequire(import.meta.url)('litesvm/dist/internal.js') as Readonly<Record<string, object>>)[name] ?? {};
  return new Map(Object.entries(table).map(([key, value]) => [value, key]));
};

/**
 * Why a transaction failed, as a node says it in JSON.
 * @see https://solana.com/docs/rpc/json-structures
 */
const failureOf = (failed: FailedTransactionMetadata): unknown => {
  const error: unknown = failed.err();
  if (typeof error === 'number') return namesOf('TransactionErrorFieldless').get(error) ?? 'Unknown';
  const { index, accountIndex, err } = error as { readonly index?: number; readonly accountIndex?: number; readonly err?: () => unknown };
  // Called on its object: it reads what the object holds.
  if (err !== undefined) return { InstructionError: [index, instructionFailure(err.call(error))] };
  // Its class names the rest.
  const name = String(Object(error).constructor.name).replace('TransactionError', '');
  return { [name]: name === 'InsufficientFundsForRent' ? { account_index: accountIndex } : {} };
};

const instructionFailure = (error: unknown): unknown => {
  if (typeof error === 'number') return namesOf('InstructionErrorFieldless').get(error) ?? 'GenericError';
  const { code } = Object(error) as { readonly code?: number };
  return code === undefined ? 'BorshIoError' : { Custom: code };
};

/** Genesis hash of Solana's main network, whose first 32 characters are its CAIP-2 reference. @see https://namespaces.chainagnostic.org/solana/caip2 */
const MAINNET_GENESIS = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d';

const invalid = (detail: string): NodeError => new NodeError(-32_602, `Invalid params: ${detail}`);

const readAddress = ({ kit }: SolanaSdk, value: unknown): Address => {
  try {
    return kit.address(String(value));
  } catch {
    throw invalid(`${JSON.stringify(value)} is no public key`);
  }
};

const readWhole = (value: unknown): bigint => {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) throw invalid(`${JSON.stringify(value)} is no whole number`);
  return BigInt(value);
};

const encodingOf = (options: unknown, usual: string): unknown => Reflect.get(Object(options), 'encoding') ?? usual;

const readOption = (options: unknown, name: string): unknown => Reflect.get(Object(options), name);

const readTransaction = ({ kit }: SolanaSdk, value: unknown, encoding: unknown): Transaction => {
  if (encoding !== 'base58' && encoding !== 'base64') throw invalid(`encoding ${JSON.stringify(encoding)}`);
  try {
    const encoder = encoding === 'base64' ? kit.getBase64Encoder() : kit.getBase58Encoder();
    return kit.getTransactionDecoder().decode(encoder.encode(String(value)));
  } catch {
    throw invalid('the transaction cannot be decoded');
  }
};

const showAccount = ({ kit }: SolanaSdk, account: MaybeEncodedAccount, encoding: unknown, slice?: unknown): unknown => {
  if (!account.exists || account.lamports === 0n) return null;
  const { offset = 0, length = account.data.length } = Object(slice) as { readonly offset?: number; readonly length?: number };
  const shown = account.data.subarray(offset, offset + length);
  const base58 = encoding === 'base58';
  if (!base58 && encoding !== 'base64') throw invalid(`encoding ${JSON.stringify(encoding)}`);
  const data = base58 ? kit.getBase58Decoder().decode(shown) : Buffer.from(shown).toString('base64');
  return {
    lamports: Number(account.lamports),
    owner: account.programAddress,
    executable: account.executable,
    // What rent-exempt accounts have; above 2^53 a number of JSON loses its last digits with every client alike.
    rentEpoch: Number(2n ** 64n - 1n),
    space: account.data.length,
    data: [data, encoding],
  };
};

// Two types of the same bytes: one of them cannot be written to.
const existing = (account: EncodedAccount): MaybeEncodedAccount => ({ ...account, exists: true }) as MaybeEncodedAccount;

/** What stands behind one JSON-RPC method. */
type Call = (params: readonly unknown[]) => unknown;

/** The programs that keep tokens, and where a token account names its mint and its owner. */
const TOKEN_PROGRAMS = ['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'];
const TOKEN_ACCOUNT_BYTES = 165;
/** Lamports for a signature. @see https://solana.com/docs/core/fees */
const SIGNATURE_FEE = 5_000;

/**
 * The JSON-RPC methods of a node over a real SVM in this process. There is one validator and no fork.
 * @throws NodeError from a call whose parameters are wrong, or whose transaction the SVM refuses
 * @see https://solana.com/docs/rpc/http
 */
export const solanaCalls = (sdk: SolanaSdk, svm: LiteSVM, ledger: SolanaLedger): Readonly<Record<string, Call>> => {
  const { kit, litesvm } = sdk;
  const inContext = (value: unknown): unknown => ({ context: { slot: ledger.slot, apiVersion: '2.3.0' }, value });
  const lifetimeOf = (transaction: Transaction): string =>
    kit.getCompiledTransactionMessageDecoder().decode(transaction.messageBytes).lifetimeToken;
  /** Carries a transaction out for a look: nothing of it stays. */
  const rehearse = (transaction: Transaction, verify: boolean, anyHash: boolean) => {
    if (!anyHash && !ledger.isFresh(lifetimeOf(transaction))) return { err: 'BlockhashNotFound', logs: [], units: 0n, accounts: [] };
    svm.withSigverify(verify);
    try {
      const result = svm.simulateTransaction(transaction);
      const failed = result instanceof litesvm.FailedTransactionMetadata;
      const meta = result.meta();
      return {
        err: failed ? failureOf(result) : null,
        logs: meta.logs(),
        units: meta.computeUnitsConsumed(),
        accounts: failed ? [] : result.postAccounts(),
      };
    } finally {
      svm.withSigverify(true);
    }
  };
  return {
    getHealth: () => 'ok',
    getVersion: () => ({ 'solana-core': '2.3.0', 'feature-set': 1 }),
    getGenesisHash: () => MAINNET_GENESIS,
    getSlot: () => ledger.slot,
    getBlockHeight: () => ledger.slot,
    // It forgets nothing.
    getFirstAvailableBlock: () => 0,
    getBalance: ([account]) => inContext(Number(svm.getBalance(readAddress(sdk, account)) ?? 0n)),
    getAccountInfo: ([account, options]) =>
      inContext(
        showAccount(sdk, svm.getAccount(readAddress(sdk, account)), encodingOf(options, 'base64'), readOption(options, 'dataSlice')),
      ),
    getMultipleAccounts: ([accounts, options]) => {
      if (!Array.isArray(accounts)) throw invalid('the accounts are no list');
      return inContext(accounts.map((each) => showAccount(sdk, svm.getAccount(readAddress(sdk, each)), encodingOf(options, 'base64'))));
    },
    getTokenAccountsByOwner: ([owner, filter, options]) => {
      const wanted = readAddress(sdk, owner);
      const [mint, program] = [readOption(filter, 'mint'), readOption(filter, 'programId')];
      if ((mint === undefined) === (program === undefined)) throw invalid('name either a mint or a program');
      const addressAt = (data: ReadonlyUint8Array, at: number): string => kit.getAddressDecoder().decode(data, at);
      const accounts = TOKEN_PROGRAMS.filter((each) => program === undefined || each === program)
        .flatMap((each) => svm.getProgramAccounts(readAddress(sdk, each)))
        .filter(
          ({ data }) => data.length >= TOKEN_ACCOUNT_BYTES && (data.length === TOKEN_ACCOUNT_BYTES || data[TOKEN_ACCOUNT_BYTES] === 2),
        )
        .filter(({ data }) => addressAt(data, 32) === wanted && (mint === undefined || addressAt(data, 0) === mint));
      return inContext(
        accounts.map((account) => ({
          pubkey: account.address,
          account: showAccount(sdk, existing(account), encodingOf(options, 'base64'), readOption(options, 'dataSlice')),
        })),
      );
    },
    getLatestBlockhash: () => inContext(ledger.latest),
    isBlockhashValid: ([blockhash]) => inContext(ledger.isFresh(String(blockhash))),
    getFeeForMessage: ([encoded]) => {
      const bytes = Buffer.from(String(encoded), 'base64');
      const { header, lifetimeToken } = kit.getCompiledTransactionMessageDecoder().decode(bytes);
      return inContext(ledger.isFresh(lifetimeToken) ? SIGNATURE_FEE * header.numSignerAccounts : null);
    },
    getRecentPrioritizationFees: () => [{ slot: ledger.slot, prioritizationFee: 0 }],
    getMinimumBalanceForRentExemption: ([size]) => Number(svm.minimumBalanceForRentExemption(readWhole(size))),
    requestAirdrop: ([account, amount]) => {
      const result = svm.airdrop(readAddress(sdk, account), kit.lamports(readWhole(amount)));
      if (result === null || result instanceof litesvm.FailedTransactionMetadata) throw new NodeError(-32_603, 'The airdrop failed');
      return ledger.record(result.signature(), null);
    },
    simulateTransaction: ([encoded, options]) => {
      const transaction = readTransaction(sdk, encoded, encodingOf(options, 'base58'));
      const anyHash = readOption(options, 'replaceRecentBlockhash') === true;
      const { err, logs, units, accounts } = rehearse(transaction, readOption(options, 'sigVerify') === true, anyHash);
      const asked = readOption(readOption(options, 'accounts'), 'addresses');
      const after = (address: unknown): MaybeEncodedAccount => {
        const found = accounts.find((account) => account.address === address);
        return found === undefined ? svm.getAccount(readAddress(sdk, address)) : existing(found);
      };
      const shown = Array.isArray(asked) ? asked.map((address) => showAccount(sdk, after(address), 'base64')) : null;
      return inContext({ err, logs, unitsConsumed: Number(units), accounts: shown, returnData: null });
    },
    sendTransaction: ([encoded, options]) => {
      const transaction = readTransaction(sdk, encoded, encodingOf(options, 'base58'));
      const [signature] = Object.values(transaction.signatures);
      const isSigned = Object.values(transaction.signatures).every((each) => each !== null);
      if (!isSigned || signature == null) throw new NodeError(-32_003, 'Transaction signature verification failure');
      const text = kit.getBase58Decoder().decode(signature);
      const isSkipped = readOption(options, 'skipPreflight') === true;
      // What would fail is not carried out and costs nothing, unless the sender wants it so.
      const { err, logs } = ledger.has(text) ? { err: 'AlreadyProcessed', logs: [] } : rehearse(transaction, true, false);
      if (err === 'SignatureFailure') throw new NodeError(-32_003, 'Transaction signature verification failure');
      if (err !== null && !isSkipped) throw new NodeError(-32_002, `Transaction simulation failed: ${JSON.stringify(err)}`, { err, logs });
      // A node passes on what it does not look at, and nobody takes it.
      if (err === 'AlreadyProcessed' || err === 'BlockhashNotFound') return text;
      const result = svm.sendTransaction(transaction);
      return ledger.record(signature, result instanceof litesvm.FailedTransactionMetadata ? failureOf(result) : null);
    },
    getSignatureStatuses: ([signatures]) => {
      if (!Array.isArray(signatures)) throw invalid('the signatures are no list');
      return inContext(
        signatures.map((signature: unknown) => {
          const known = ledger.status(String(signature));
          if (known === null) return null;
          const status = known.err === null ? { Ok: null } : { Err: known.err };
          return { ...known, confirmations: known.confirmationStatus === 'finalized' ? null : 1, status };
        }),
      );
    },
    // No node has this one: a test lets time pass, so that blockhashes grow old.
    sandbox_advanceSlots: ([slots]) => {
      ledger.advance(Number(readWhole(slots)));
      return ledger.slot;
    },
  };
};
