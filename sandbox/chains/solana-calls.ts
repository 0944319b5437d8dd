import type { Address, MaybeEncodedAccount, Transaction } from '@solana/kit';
import type { LiteSVM } from 'litesvm';

/** The packages behind a Solana node: loaded by whoever starts one, for nobody else needs them. */
export interface SolanaSdk {
  readonly kit: typeof import('@solana/kit');
  readonly litesvm: typeof import('litesvm');
}

/** Genesis hash of Solana's main network, whose first 32 characters are its CAIP-2 reference. @see https://namespaces.chainagnostic.org/solana/caip2 */
const MAINNET_GENESIS = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d';

/** An answer of the node that is an error. @see https://solana.com/docs/rpc */
export class SolanaRpcError extends Error {
  override readonly name = 'SolanaRpcError';
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

const invalid = (detail: string): SolanaRpcError => new SolanaRpcError(-32_602, `Invalid params: ${detail}`);

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

const readTransaction = ({ kit }: SolanaSdk, value: unknown, encoding: unknown): Transaction => {
  if (encoding !== 'base58' && encoding !== 'base64') throw invalid(`encoding ${JSON.stringify(encoding)}`);
  try {
    const encoder = encoding === 'base64' ? kit.getBase64Encoder() : kit.getBase58Encoder();
    return kit.getTransactionDecoder().decode(encoder.encode(String(value)));
  } catch {
    throw invalid('the transaction cannot be decoded');
  }
};

const showAccount = ({ kit }: SolanaSdk, account: MaybeEncodedAccount, encoding: unknown): unknown => {
  if (!account.exists || account.lamports === 0n) return null;
  const base58 = encoding === 'base58';
  if (!base58 && encoding !== 'base64') throw invalid(`encoding ${JSON.stringify(encoding)}`);
  const data = base58 ? kit.getBase58Decoder().decode(account.data) : Buffer.from(account.data).toString('base64');
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

/** What stands behind one JSON-RPC method. */
type Call = (params: readonly unknown[]) => unknown;

/**
 * The JSON-RPC methods of a node over a real SVM in this process. A transaction counts as finalized as soon as it was carried out: there is
 * one validator and no fork.
 * @throws SolanaRpcError from a call whose parameters are wrong, or whose transaction the SVM refuses
 * @see https://solana.com/docs/rpc/http
 */
export const solanaCalls = (sdk: SolanaSdk, svm: LiteSVM): Readonly<Record<string, Call>> => {
  const statuses = new Map<string, { readonly slot: number; readonly err: null }>();
  const slot = (): number => Number(svm.getClock().slot);
  const inContext = (value: unknown): unknown => ({ context: { slot: slot(), apiVersion: '2.3.0' }, value });
  const note = (signature: Uint8Array): string => {
    const text = sdk.kit.getBase58Decoder().decode(signature);
    statuses.set(text, { slot: slot(), err: null });
    svm.warpToSlot(svm.getClock().slot + 1n);
    return text;
  };
  return {
    getHealth: () => 'ok',
    getVersion: () => ({ 'solana-core': '2.3.0', 'feature-set': 1 }),
    getGenesisHash: () => MAINNET_GENESIS,
    getSlot: slot,
    getBlockHeight: slot,
    getBalance: ([account]) => inContext(Number(svm.getBalance(readAddress(sdk, account)) ?? 0n)),
    getAccountInfo: ([account, options]) =>
      inContext(showAccount(sdk, svm.getAccount(readAddress(sdk, account)), encodingOf(options, 'base64'))),
    getMultipleAccounts: ([accounts, options]) => {
      if (!Array.isArray(accounts)) throw invalid('the accounts are no list');
      return inContext(accounts.map((each) => showAccount(sdk, svm.getAccount(readAddress(sdk, each)), encodingOf(options, 'base64'))));
    },
    getLatestBlockhash: () => inContext({ blockhash: svm.latestBlockhash(), lastValidBlockHeight: slot() + 150 }),
    getMinimumBalanceForRentExemption: ([size]) => Number(svm.minimumBalanceForRentExemption(readWhole(size))),
    requestAirdrop: ([account, amount]) => {
      const result = svm.airdrop(readAddress(sdk, account), sdk.kit.lamports(readWhole(amount)));
      if (result === null || result instanceof sdk.litesvm.FailedTransactionMetadata)
        throw new SolanaRpcError(-32_603, 'The airdrop failed');
      return note(result.signature());
    },
    sendTransaction: ([encoded, options]) => {
      const transaction = readTransaction(sdk, encoded, encodingOf(options, 'base58'));
      const isSigned = Object.values(transaction.signatures).every((signature) => signature !== null);
      if (!isSigned) throw new SolanaRpcError(-32_003, 'Transaction signature verification failure');
      // What would fail is not carried out and costs nothing, as with the preflight of a real node.
      const rehearsed = svm.simulateTransaction(transaction);
      const result = rehearsed instanceof sdk.litesvm.FailedTransactionMetadata ? rehearsed : svm.sendTransaction(transaction);
      if (result instanceof sdk.litesvm.FailedTransactionMetadata)
        throw new SolanaRpcError(-32_002, `Transaction failed: ${result.toString()}`);
      return note(result.signature());
    },
    getSignatureStatuses: ([signatures]) => {
      if (!Array.isArray(signatures)) throw invalid('the signatures are no list');
      return inContext(
        signatures.map((signature: unknown) => {
          const known = statuses.get(String(signature));
          return known === undefined ? null : { ...known, confirmations: null, confirmationStatus: 'finalized', status: { Ok: null } };
        }),
      );
    },
  };
};
