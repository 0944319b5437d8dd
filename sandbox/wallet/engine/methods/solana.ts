import { base58, base64 } from '@scure/base';
import { callNode, NodeError } from '../../../chains/call-node.js';
import { solanaKeyOf } from '../keys/accounts-in.js';
import type { SolanaKey } from '../keys/solana-key.js';
import type { Method, MethodContext } from '../method.js';
import { chainUnreachable, invalidParams, ProviderError } from '../provider-error.js';
import { isObject, readEncoded, readNamed, readText } from '../read-params.js';
import { describeSignIn, describeSolanaMessage, describeSolanaTransactions } from '../solana/describe-solana.js';
import { readTransaction } from '../solana/read-transaction.js';
import { signInMessage } from '../solana/sign-in-message.js';
import { connectMethod, disconnectMethod, nodeOf, placeOf, sharedAccounts } from './namespace-accounts.js';

/** The key that a request names by `pubkey`, or that pays the fee; looked for anew after each question. */
const keyOf = (context: MethodContext, address: string): SolanaKey =>
  solanaKeyOf(placeOf(context, 'solana', (account) => account.address === address));

/** Who is to sign: `pubkey` where the request has it, else the fee payer. */
const signerOf = (params: unknown, feePayer: string): string => {
  const named = readNamed(params)['pubkey'];
  return named === undefined ? feePayer : readText(named, 'pubkey');
};

/** @see https://docs.reown.com/advanced/multichain/rpc-reference/solana-rpc#solana_signmessage */
const signMessage: Method = async (params, context) => {
  const { message, pubkey } = readNamed(params);
  const bytes = readEncoded(message, 'message', base58.decode);
  const { address } = keyOf(context, readText(pubkey, 'pubkey'));
  await context.ask(describeSolanaMessage(nodeOf(context, 'solana').chainId, address, bytes, String(message)));
  return { signature: base58.encode(keyOf(context, address).sign(bytes)) };
};

interface Signed {
  readonly bytes: Uint8Array;
  readonly signature: Uint8Array;
}

const sign = async (params: unknown, encoded: readonly unknown[], context: MethodContext, sends: boolean): Promise<readonly Signed[]> => {
  const transactions = await Promise.all(encoded.map((one) => readTransaction(readEncoded(one, 'transaction', base64.decode))));
  const [first] = transactions;
  if (first === undefined) throw invalidParams('There is no transaction.');
  const { address } = keyOf(context, signerOf(params, first.feePayer));
  await context.ask(describeSolanaTransactions(nodeOf(context, 'solana').chainId, address, transactions, sends));
  const key = keyOf(context, address);
  return transactions.map((transaction) => transaction.signedBy(address, key.sign));
};

const signTransaction: Method = async (params, context) => {
  const [signed] = await sign(params, [readNamed(params)['transaction']], context, false);
  // One went in.
  const { bytes, signature } = signed as Signed;
  return { signature: base58.encode(signature), transaction: base64.encode(bytes) };
};

const signAllTransactions: Method = async (params, context) => {
  const { transactions } = readNamed(params);
  if (!Array.isArray(transactions)) throw invalidParams('transactions is a list.');
  const signed = await sign(params, transactions, context, false);
  return { transactions: signed.map(({ bytes }) => base64.encode(bytes)) };
};

/** What of a request's options the node is told. @see https://solana.com/docs/rpc/http/sendtransaction */
const SEND_OPTIONS: readonly string[] = ['skipPreflight', 'preflightCommitment', 'maxRetries', 'minContextSlot'];

const broadcast = async (bytes: Uint8Array, options: unknown, context: MethodContext): Promise<void> => {
  const { chainId, url } = nodeOf(context, 'solana');
  const wanted = isObject(options) ? Object.entries(options).filter(([name]) => SEND_OPTIONS.includes(name)) : [];
  try {
    await callNode(url, 'sendTransaction', [base64.encode(bytes), { ...Object.fromEntries(wanted), encoding: 'base64' }]);
  } catch (error) {
    throw error instanceof NodeError ? new ProviderError(error.code, error.message, error.data) : chainUnreachable(chainId);
  }
};

const signAndSendTransaction: Method = async (params, context) => {
  const { transaction, sendOptions } = readNamed(params);
  const [signed] = await sign(params, [transaction], context, true);
  // One went in.
  const { bytes } = signed as Signed;
  await broadcast(bytes, sendOptions, context);
  // The fee payer's signature comes first and is the transaction's name, whoever signed here.
  return { signature: (await readTransaction(bytes)).name };
};

/** Connects too, where the site sees no account yet. @see https://github.com/phantom/sign-in-with-solana */
const signIn: Method = async (params, context) => {
  const input = readNamed(params);
  await connectMethod('solana')({}, context);
  const wanted = input['address'];
  const { address } = keyOf(
    context,
    wanted === undefined ? (sharedAccounts(context, 'solana')[0]?.address ?? '') : readText(wanted, 'address'),
  );
  const host = URL.canParse(context.origin) ? new URL(context.origin).host : context.origin;
  const domain = typeof input['domain'] === 'string' ? input['domain'] : host;
  const message = signInMessage(input, domain, address);
  await context.ask(describeSignIn(nodeOf(context, 'solana').chainId, address, message, domain, host));
  const bytes = new TextEncoder().encode(message);
  return { address, signedMessage: base64.encode(bytes), signature: base64.encode(keyOf(context, address).sign(bytes)) };
};

const pubkeys = async (context: MethodContext): Promise<unknown> =>
  sharedAccounts(context, 'solana').map(({ address }) => ({ pubkey: address }));

/** Solana. Transactions come and go in base64, messages and signatures in base58, as over the wallet protocol. */
export const SOLANA_METHODS: Readonly<Record<string, Method>> = {
  solana_connect: connectMethod('solana'),
  solana_disconnect: disconnectMethod('solana'),
  solana_getAccounts: (_, context) => pubkeys(context),
  solana_requestAccounts: async (_, context) => {
    await connectMethod('solana')({}, context);
    return pubkeys(context);
  },
  solana_signMessage: signMessage,
  solana_signTransaction: signTransaction,
  solana_signAllTransactions: signAllTransactions,
  solana_signAndSendTransaction: signAndSendTransaction,
  solana_signIn: signIn,
};
