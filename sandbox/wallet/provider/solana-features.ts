import { base58, base64 } from '@scure/base';
import type { SandboxProvider } from './sandbox-provider.js';

/** Versions of transactions that the wallet reads. */
const VERSIONS = Object.freeze(['legacy', 0] as const);

interface AccountInput {
  readonly account: { readonly address: string };
}

interface TransactionInput extends AccountInput {
  readonly transaction: Uint8Array;
  readonly options?: { readonly commitment?: string; readonly preflightCommitment?: string };
}

/** What of a wallet-standard account a sign-in gives. */
export type ToStandardAccount = (address: string) => object;

/** Runs inputs one after another: each is a question of its own. */
const each = async <Input, Output>(inputs: readonly Input[], run: (input: Input) => Promise<Output>): Promise<readonly Output[]> => {
  const outputs: Output[] = [];
  for (const input of inputs) outputs.push(await run(input));
  return outputs;
};

/** Bytes where the wallet gave a text in this encoding; what a fault gave instead goes on as it is. */
const decoded = (value: unknown, decode: (text: string) => Uint8Array): unknown => (typeof value === 'string' ? decode(value) : value);

/**
 * The features of a Solana wallet.
 * @see https://github.com/anza-xyz/wallet-standard/tree/master/packages/core/features
 */
export const solanaFeatures = (provider: SandboxProvider, toAccount: ToStandardAccount): Readonly<Record<string, object>> => {
  const ask = async (method: string, params: object): Promise<Readonly<Record<string, unknown>>> =>
    // A fault may answer anything, also nothing.
    Object(await provider.request({ method, params }));

  const signTransaction = async (...inputs: readonly TransactionInput[]): Promise<readonly object[]> => {
    const [first] = inputs;
    if (first === undefined) return [];
    const { address: pubkey } = first.account;
    const [transactions, isOne] = [inputs.map(({ transaction }) => base64.encode(transaction)), inputs.length === 1];
    const answer = isOne
      ? await ask('solana_signTransaction', { transaction: transactions[0], pubkey })
      : await ask('solana_signAllTransactions', { transactions, pubkey });
    const signed: readonly unknown[] = isOne
      ? [answer['transaction']]
      : Array.isArray(answer['transactions'])
        ? answer['transactions']
        : [];
    return signed.map((text) => ({ signedTransaction: decoded(text, base64.decode) }));
  };

  return {
    'solana:signMessage': {
      version: '1.1.0',
      signMessage: (...inputs: readonly (AccountInput & { readonly message: Uint8Array })[]) =>
        each(inputs, async ({ account, message }) => {
          const { signature } = await ask('solana_signMessage', { message: base58.encode(message), pubkey: account.address });
          return { signedMessage: message, signature: decoded(signature, base58.decode) };
        }),
    },
    'solana:signTransaction': { version: '1.0.0', supportedTransactionVersions: VERSIONS, signTransaction },
    'solana:signAndSendTransaction': {
      version: '1.0.0',
      supportedTransactionVersions: VERSIONS,
      signAndSendTransaction: (...inputs: readonly TransactionInput[]) =>
        each(inputs, async ({ account, transaction, options = {} }) => {
          const params = { transaction: base64.encode(transaction), pubkey: account.address, sendOptions: options };
          return { signature: decoded((await ask('solana_signAndSendTransaction', params))['signature'], base58.decode) };
        }),
    },
    'solana:signIn': {
      version: '1.0.0',
      signIn: (...inputs: readonly object[]) =>
        each(inputs.length === 0 ? [{}] : inputs, async (input) => {
          const { address, signedMessage, signature } = await ask('solana_signIn', input);
          return {
            account: toAccount(String(address)),
            signedMessage: decoded(signedMessage, base64.decode),
            signature: decoded(signature, base64.decode),
          };
        }),
    },
  };
};
