import { base58, base64 } from '@scure/base';
import { formatUnits } from 'viem';
import { callNode, NodeError } from '../../../chains/call-node.js';
import { describeNamespaceMessage, namespaceNetwork, visible } from '../describe.js';
import { type SolanaKey, solanaKeyOf } from '../keys/accounts-in.js';
import type { Method, MethodContext } from '../method.js';
import { chainUnreachable, invalidParams, ProviderError } from '../provider-error.js';
import { code, mono, type Question, type QuestionFact, text, warning } from '../question.js';
import { isObject, type JsonObject, readEncoded, readNamed, readText } from '../read-params.js';
import { readTransaction, type SolanaInstruction, type SolanaTransaction } from '../solana/read-transaction.js';
import { connectMethod, disconnectMethod, nodeOf, placeOf, sharedAccounts } from './namespace-accounts.js';

/** Programs by their address. @see https://solana.com/docs/core/programs */
const SYSTEM = '11111111111111111111111111111111';
const TOKEN_PROGRAMS: readonly string[] = ['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'];
const TOKEN_ACCOUNTS = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL';
const COMPUTE_BUDGET = 'ComputeBudget111111111111111111111111111111';

/** First byte of the token programs' transfers, and of the one that names its mint. */
const TRANSFER = 3;
const TRANSFER_CHECKED = 12;

/** The system program's transfer. @see https://docs.rs/solana-system-interface */
const SYSTEM_TRANSFER = 2;

const ELSEWHERE = 'an account of a lookup table';

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const describeToken = ({ data, accounts }: SolanaInstruction): readonly QuestionFact[] | null => {
  const kind = data[0];
  if (kind === TRANSFER_CHECKED && data.length >= 10) {
    const amount = formatUnits(viewOf(data).getBigUint64(1, true), data[9] ?? 0);
    const [, mint, to] = accounts;
    return [text('Tokens', amount), mono('Token', mint ?? ELSEWHERE), mono('To token account', to ?? ELSEWHERE)];
  }
  if (kind !== TRANSFER || data.length < 9) return null;
  return [text('Tokens, base units', String(viewOf(data).getBigUint64(1, true))), mono('To token account', accounts[1] ?? ELSEWHERE)];
};

const describeInstruction = (instruction: SolanaInstruction): readonly QuestionFact[] => {
  const { program, accounts, data } = instruction;
  if (program === SYSTEM && data.length === 12 && viewOf(data).getUint32(0, true) === SYSTEM_TRANSFER) {
    return [text('Amount', `${formatUnits(viewOf(data).getBigUint64(4, true), 9)} SOL`), mono('To', accounts[1] ?? ELSEWHERE)];
  }
  if (program === COMPUTE_BUDGET) return [];
  if (program === TOKEN_ACCOUNTS) return [mono('Opens a token account of', accounts[2] ?? ELSEWHERE)];
  const token = TOKEN_PROGRAMS.includes(program) ? describeToken(instruction) : null;
  return (
    token ?? [
      mono('Program', program),
      code(`Data, ${data.length} bytes`, [...data].map((byte) => byte.toString(16).padStart(2, '0')).join('')),
    ]
  );
};

const describeOne = (transaction: SolanaTransaction): readonly QuestionFact[] => [
  mono('Fee payer', transaction.feePayer),
  ...transaction.instructions.flatMap(describeInstruction),
  ...(transaction.lookupTables.length === 0 ? [] : [warning('Some accounts stand in a lookup table that the wallet does not read.')]),
];

/** The question for signatures over transactions. @param sends whether the wallet broadcasts */
const describeSolanaTransactions = (
  chainId: string,
  address: string,
  transactions: readonly SolanaTransaction[],
  sends: boolean,
): Question => ({
  kind: 'send-transaction',
  title: sends ? 'Send a transaction' : transactions.length === 1 ? 'Sign a transaction' : `Sign ${transactions.length} transactions`,
  approveLabel: sends ? 'Send' : 'Sign',
  facts: [
    namespaceNetwork('solana', chainId),
    mono('From', address),
    ...transactions.flatMap((transaction, index) => [
      ...(transactions.length === 1 ? [] : [text('Transaction', `${index + 1} of ${transactions.length}`)]),
      ...describeOne(transaction),
    ]),
    ...(sends ? [] : [warning('Whoever gets the signed transaction can send it.')]),
  ],
});

/** The question for a sign-in. @param host of the site that asks, as the browser names it */
const describeSignIn = (chainId: string, address: string, message: string, domain: string, host: string): Question => ({
  kind: 'sign-message',
  title: 'Sign in with Solana',
  approveLabel: 'Sign in',
  facts: [
    mono('Account', address),
    namespaceNetwork('solana', chainId),
    code('Message', visible(message)),
    ...(domain === host ? [] : [warning(`The message is for ${visible(domain)}, and ${host} asks.`)]),
  ],
});

/** The lines of a sign-in message after its statement, in their order: label, and field of the input. */
const FIELDS: readonly (readonly [label: string, field: string])[] = [
  ['URI', 'uri'],
  ['Version', 'version'],
  ['Chain ID', 'chainId'],
  ['Nonce', 'nonce'],
  ['Issued At', 'issuedAt'],
  ['Expiration Time', 'expirationTime'],
  ['Not Before', 'notBefore'],
  ['Request ID', 'requestId'],
];

/** The text that a sign-in signs. @see https://github.com/phantom/sign-in-with-solana#abnf-message-format */
const signInMessage = (input: JsonObject, domain: string, address: string): string => {
  const { statement, resources } = input as { readonly statement?: unknown; readonly resources?: unknown };
  const lines = FIELDS.flatMap(([label, field]) => (typeof input[field] === 'string' ? [`${label}: ${input[field]}`] : []));
  const listed = Array.isArray(resources) ? ['Resources:', ...resources.map((resource) => `- ${String(resource)}`)] : [];
  const head = `${domain} wants you to sign in with your Solana account:\n${address}`;
  const rest = [...lines, ...listed].join('\n');
  return [head, ...(typeof statement === 'string' ? [statement] : []), ...(rest === '' ? [] : [rest])].join('\n\n');
};

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
  await context.ask(
    describeNamespaceMessage(namespaceNetwork('solana', nodeOf(context, 'solana').chainId), address, bytes, String(message)),
  );
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
