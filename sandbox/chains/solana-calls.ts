import { createRequire } from 'node:module';
import type { Address, EncodedAccount, MaybeEncodedAccount, ReadonlyUint8Array, Transaction } from '@solana/kit';
import type { FailedTransactionMetadata, LiteSVM } from 'litesvm';
import { NodeError } from './call-node.js';
import { isTokenAccount, type SolanaHistory, showTransaction, TOKEN_PROGRAMS } from './solana-history.js';
import type { SolanaLedger, SolanaSdk } from './solana-ledger.js';

/** Error names by number, from litesvm's internal enums. */
const namesOf = (name: string): ReadonlyMap<unknown, string> => {
  // The build exports more than the type declarations name.
  const table = (createRequire(import.meta.url)('litesvm/dist/internal.js') as Readonly<Record<string, object>>)[name] ?? {};
  return new Map(Object.entries(table).map(([key, value]) => [value, key]));
};

/**
 * Converts a failure to the node's JSON format.
 * @see https://solana.com/docs/rpc/json-structures
 */
const failureOf = (failed: FailedTransactionMetadata): unknown => {
  const error: unknown = failed.err();
  if (typeof error === 'number') return namesOf('TransactionErrorFieldless').get(error) ?? 'Unknown';
  const { index, accountIndex, err } = error as { readonly index?: number; readonly accountIndex?: number; readonly err?: () => unknown };
  // `err` is a method and needs its object as `this`.
  if (err !== undefined) return { InstructionError: [index, instructionFailure(err.call(error))] };
  // The class name is the error name.
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
    throw invalid(`${JSON.stringify(value)} is not a public key`);
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
  const displayed = account.data.subarray(offset, offset + length);
  const base58 = encoding === 'base58';
  if (!base58 && encoding !== 'base64') throw invalid(`encoding ${JSON.stringify(encoding)}`);
  const data = base58 ? kit.getBase58Decoder().decode(displayed) : Buffer.from(displayed).toString('base64');
  return {
    lamports: Number(account.lamports),
    owner: account.programAddress,
    executable: account.executable,
    // Rent epoch of rent-exempt accounts: u64::MAX. JSON numbers lose precision here with every client.
    rentEpoch: Number(2n ** 64n - 1n),
    space: account.data.length,
    data: [data, encoding],
  };
};

// The two types differ only in a read-only modifier.
const existing = (account: EncodedAccount): MaybeEncodedAccount => ({ ...account, exists: true }) as MaybeEncodedAccount;

/** Handler of a JSON-RPC method. */
type Handler = (params: readonly unknown[]) => unknown;

/** Maximum number of signatures in a reply. @see https://solana.com/docs/rpc/http/getsignaturesforaddress */
const MAX_SIGNATURES = 1_000;
const TRANSACTION_ENCODINGS: readonly unknown[] = ['json', 'base58', 'base64'];
const COMMITMENTS: readonly unknown[] = ['processed', 'confirmed', 'finalized'];
/** Lamports per signature. @see https://solana.com/docs/core/fees */
const SIGNATURE_FEE = 5_000;

/**
 * Returns the JSON-RPC methods of a node, backed by a real SVM in this process. One validator, no forks.
 * @throws NodeError (from a method) for invalid parameters or a transaction that the SVM rejects
 * @see https://solana.com/docs/rpc/http
 */
export const solanaCalls = (
  sdk: SolanaSdk,
  svm: LiteSVM,
  ledger: SolanaLedger,
  history: SolanaHistory,
): Readonly<Record<string, Handler>> => {
  const { kit, litesvm } = sdk;
  const inContext = (value: unknown): unknown => ({ context: { slot: ledger.slot, apiVersion: '2.3.0' }, value });
  const lifetimeOf = (transaction: Transaction): string =>
    kit.getCompiledTransactionMessageDecoder().decode(transaction.messageBytes).lifetimeToken;
  /** Status of a transaction, if it has the commitment that a call asks for. */
  const committed = (signature: string, options: unknown) => {
    const entry = ledger.status(signature);
    const commitment = readOption(options, 'commitment') ?? 'finalized';
    const required = COMMITMENTS.indexOf(commitment);
    // There are no transactions of `processed` in histories. @see https://solana.com/docs/rpc#configuring-state-commitment
    if (required < 1) throw invalid(`commitment ${JSON.stringify(commitment)}`);
    return entry !== null && COMMITMENTS.indexOf(entry.confirmationStatus) >= required ? entry : null;
  };
  /** Simulates a transaction without changing state. */
  const simulate = (transaction: Transaction, verify: boolean, anyHash: boolean) => {
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
    // The ledger keeps all blocks.
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
      const ownerAddress = readAddress(sdk, owner);
      const [mint, program] = [readOption(filter, 'mint'), readOption(filter, 'programId')];
      if ((mint === undefined) === (program === undefined)) throw invalid('name either a mint or a program');
      const addressAt = (data: ReadonlyUint8Array, at: number): string => kit.getAddressDecoder().decode(data, at);
      const accounts = TOKEN_PROGRAMS.filter((each) => program === undefined || each === program)
        .flatMap((each) => svm.getProgramAccounts(readAddress(sdk, each)))
        .filter(({ data }) => isTokenAccount(new Uint8Array(data)))
        .filter(({ data }) => addressAt(data, 32) === ownerAddress && (mint === undefined || addressAt(data, 0) === mint));
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
      const [to, lamports] = [readAddress(sdk, account), readWhole(amount)];
      const finish = history.beginAirdrop(to, lamports);
      const result = svm.airdrop(to, kit.lamports(lamports));
      if (result === null || result instanceof litesvm.FailedTransactionMetadata) throw new NodeError(-32_603, 'The airdrop failed');
      finish(result, ledger.slot);
      return ledger.record(result.signature(), null);
    },
    simulateTransaction: ([encoded, options]) => {
      const transaction = readTransaction(sdk, encoded, encodingOf(options, 'base58'));
      const anyHash = readOption(options, 'replaceRecentBlockhash') === true;
      const { err, logs, units, accounts } = simulate(transaction, readOption(options, 'sigVerify') === true, anyHash);
      const requested = readOption(readOption(options, 'accounts'), 'addresses');
      const after = (address: unknown): MaybeEncodedAccount => {
        const found = accounts.find((account) => account.address === address);
        return found === undefined ? svm.getAccount(readAddress(sdk, address)) : existing(found);
      };
      const displayed = Array.isArray(requested) ? requested.map((address) => showAccount(sdk, after(address), 'base64')) : null;
      return inContext({ err, logs, unitsConsumed: Number(units), accounts: displayed, returnData: null });
    },
    sendTransaction: ([encoded, options]) => {
      const transaction = readTransaction(sdk, encoded, encodingOf(options, 'base58'));
      const [signature] = Object.values(transaction.signatures);
      const isSigned = Object.values(transaction.signatures).every((each) => each !== null);
      if (!isSigned || signature == null) throw new NodeError(-32_003, 'Transaction signature verification failure');
      const text = kit.getBase58Decoder().decode(signature);
      const isSkipped = readOption(options, 'skipPreflight') === true;
      // A transaction whose simulation fails is not sent and costs nothing, unless preflight is skipped.
      const { err, logs } = ledger.has(text) ? { err: 'AlreadyProcessed', logs: [] } : simulate(transaction, true, false);
      if (err === 'SignatureFailure') throw new NodeError(-32_003, 'Transaction signature verification failure');
      if (err !== null && !isSkipped) throw new NodeError(-32_002, `Transaction simulation failed: ${JSON.stringify(err)}`, { err, logs });
      // With preflight skipped, a real node forwards the transaction and the cluster drops it.
      if (err === 'AlreadyProcessed' || err === 'BlockhashNotFound') return text;
      const finish = history.begin(transaction);
      const result = svm.sendTransaction(transaction);
      const failed = result instanceof litesvm.FailedTransactionMetadata;
      const failure = failed ? failureOf(result) : null;
      finish(failed ? result.meta() : result, failure, ledger.slot);
      return ledger.record(signature, failure);
    },
    getSignatureStatuses: ([signatures]) => {
      if (!Array.isArray(signatures)) throw invalid('the signatures are no list');
      return inContext(
        signatures.map((signature: unknown) => {
          const entry = ledger.status(String(signature));
          if (entry === null) return null;
          const status = entry.err === null ? { Ok: null } : { Err: entry.err };
          return { ...entry, confirmations: entry.confirmationStatus === 'finalized' ? null : 1, status };
        }),
      );
    },
    getSignaturesForAddress: ([account, options]) => {
      const [before, until, limit] = ['before', 'until', 'limit'].map((name) => readOption(options, name));
      const count = limit === undefined ? MAX_SIGNATURES : Number(readWhole(limit));
      if (count < 1 || count > MAX_SIGNATURES) throw invalid(`limit ${count}`);
      const all = history.of(readAddress(sdk, account));
      const [first, last] = [before, until].map((signature) => all.findIndex((entry) => entry.signature === signature));
      if (before !== undefined && first === -1) return [];
      return all
        .slice((first ?? -1) + 1, last === undefined || last === -1 ? undefined : last)
        .flatMap(({ signature, slot, err, blockTime }) => {
          const status = committed(signature, options);
          return status === null ? [] : [{ signature, slot, err, memo: null, blockTime, confirmationStatus: status.confirmationStatus }];
        })
        .slice(0, count);
    },
    getTransaction: ([signature, options]) => {
      // A text is the encoding, as in earlier versions of the method.
      const encoding = typeof options === 'string' ? options : encodingOf(options, 'json');
      if (!TRANSACTION_ENCODINGS.includes(encoding)) throw invalid(`encoding ${JSON.stringify(encoding)}`);
      const entry = history.find(String(signature));
      if (entry === undefined || committed(entry.signature, options) === null) return null;
      const { version } = entry.message;
      if (version !== 'legacy' && readOption(options, 'maxSupportedTransactionVersion') === undefined)
        throw new NodeError(-32_015, `Transaction version (${version}) is not supported: name maxSupportedTransactionVersion`);
      return showTransaction(sdk, entry, encoding);
    },
    // Sandbox extension: advances time, so that tests can expire blockhashes.
    sandbox_advanceSlots: ([slots]) => {
      ledger.advance(Number(readWhole(slots)));
      return ledger.slot;
    },
  };
};
