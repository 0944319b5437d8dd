import { base58, base64 } from '@scure/base';
import { formatUnits } from 'viem';
import { callNode, NodeError } from '../../../chains/call-node.js';
import { describeConnect, describeNamespaceMessage, namespaceNetwork, visible } from '../describe.js';
import { type SolanaKey, solanaKeyOf } from '../keys/accounts-in.js';
import type { Method, MethodContext } from '../method.js';
import { code, mono, type Prompt, type PromptFact, text, warning } from '../prompt.js';
import { chainUnreachable, invalidParams, ProviderError } from '../provider-error.js';
import { isObject, type JsonObject, readEncoded, readNamed, readText } from '../read-params.js';
import { readTransaction, type SolanaInstruction, type SolanaTransaction } from '../solana/read-transaction.js';
import {
  accountIndexOf,
  connectMethod,
  disconnectMethod,
  nodeOf,
  shareAccounts,
  sharedAccounts,
  unsharedAddress,
} from './namespace-accounts.js';

/** Program addresses. @see https://solana.com/docs/core/programs */
const SYSTEM = '11111111111111111111111111111111';
const TOKEN_PROGRAMS: readonly string[] = ['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'];
const TOKEN_ACCOUNTS = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL';
const COMPUTE_BUDGET = 'ComputeBudget111111111111111111111111111111';

/** First byte of the token programs' transfer instructions; the checked one includes the mint. */
const TRANSFER = 3;
const TRANSFER_CHECKED = 12;

/** Instruction index of the system program's transfer. @see https://docs.rs/solana-system-interface */
const SYSTEM_TRANSFER = 2;

const LOOKUP_ACCOUNT = 'Account in a lookup table';

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const describeToken = ({ data, accounts }: SolanaInstruction): readonly PromptFact[] | null => {
  const kind = data[0];
  if (kind === TRANSFER_CHECKED && data.length >= 10) {
    const amount = formatUnits(viewOf(data).getBigUint64(1, true), data[9] ?? 0);
    const [, mint, to] = accounts;
    return [text('Tokens', amount), mono('Token', mint ?? LOOKUP_ACCOUNT), mono('To token account', to ?? LOOKUP_ACCOUNT)];
  }
  if (kind !== TRANSFER || data.length < 9) return null;
  return [text('Tokens, base units', String(viewOf(data).getBigUint64(1, true))), mono('To token account', accounts[1] ?? LOOKUP_ACCOUNT)];
};

const describeInstruction = (instruction: SolanaInstruction): readonly PromptFact[] => {
  const { program, accounts, data } = instruction;
  if (program === SYSTEM && data.length === 12 && viewOf(data).getUint32(0, true) === SYSTEM_TRANSFER) {
    return [text('Amount', `${formatUnits(viewOf(data).getBigUint64(4, true), 9)} SOL`), mono('To', accounts[1] ?? LOOKUP_ACCOUNT)];
  }
  if (program === COMPUTE_BUDGET) return [];
  if (program === TOKEN_ACCOUNTS) return [mono('Create token account for', accounts[2] ?? LOOKUP_ACCOUNT)];
  const token = TOKEN_PROGRAMS.includes(program) ? describeToken(instruction) : null;
  return (
    token ?? [
      mono('Program', program),
      code(`Data, ${data.length} bytes`, [...data].map((byte) => byte.toString(16).padStart(2, '0')).join('')),
    ]
  );
};

const describeOne = (transaction: SolanaTransaction): readonly PromptFact[] => [
  mono('Fee payer', transaction.feePayer),
  ...transaction.instructions.flatMap(describeInstruction),
  ...(transaction.lookupTables.length === 0 ? [] : [warning('Some accounts are in a lookup table, which the wallet does not read.')]),
];

/** Prompt for signing transactions. @param sends true if the wallet broadcasts */
const describeSolanaTransactions = (
  chainId: string,
  address: string,
  transactions: readonly SolanaTransaction[],
  sends: boolean,
): Prompt => ({
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
    ...(sends ? [] : [warning('Anyone who has the signed transaction can send it.')]),
  ],
});

/** Prompt for a sign-in. @param host of the requesting site, as sent by the browser @param connects true if it also shares the account */
const describeSignIn = (chainId: string, address: string, message: string, domain: string, host: string, connects: boolean): Prompt => ({
  kind: 'sign-message',
  title: 'Sign in with Solana',
  approveLabel: 'Sign in',
  facts: [
    mono('Account', address),
    namespaceNetwork('solana', chainId),
    code('Message', visible(message)),
    ...(connects ? describeConnect().facts : []),
    ...(domain === host ? [] : [warning(`The message is for ${visible(domain)}, but the request comes from ${host}.`)]),
  ],
});

/** Fields of a sign-in message after its statement, in order: label and input field. */
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

/** Returns the message of a sign-in. @see https://github.com/phantom/sign-in-with-solana#abnf-message-format */
const signInMessage = (input: JsonObject, domain: string, address: string): string => {
  const { statement, resources } = input as { readonly statement?: unknown; readonly resources?: unknown };
  const lines = FIELDS.flatMap(([label, field]) => (typeof input[field] === 'string' ? [`${label}: ${input[field]}`] : []));
  const listed = Array.isArray(resources) ? ['Resources:', ...resources.map((resource) => `- ${String(resource)}`)] : [];
  const head = `${domain} wants you to sign in with your Solana account:\n${address}`;
  const rest = [...lines, ...listed].join('\n');
  return [head, ...(typeof statement === 'string' ? [statement] : []), ...(rest === '' ? [] : [rest])].join('\n\n');
};

/** Returns the key of an account. Call it again after each prompt, because permissions may have changed. */
const keyOf = (context: MethodContext, address: string): SolanaKey =>
  solanaKeyOf(accountIndexOf(context, 'solana', (account) => account.address === address));

/** Returns the signer's address: `pubkey`, or else the fee payer. */
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
  const transactions = await Promise.all(encoded.map((each) => readTransaction(readEncoded(each, 'transaction', base64.decode))));
  const [first] = transactions;
  if (first === undefined) throw invalidParams('No transaction.');
  const { address } = keyOf(context, signerOf(params, first.feePayer));
  await context.ask(describeSolanaTransactions(nodeOf(context, 'solana').chainId, address, transactions, sends));
  const key = keyOf(context, address);
  return transactions.map((transaction) => transaction.signedBy(address, key.sign));
};

const signTransaction: Method = async (params, context) => {
  const [signed] = await sign(params, [readNamed(params)['transaction']], context, false);
  // One transaction in, one out.
  const { bytes, signature } = signed as Signed;
  return { signature: base58.encode(signature), transaction: base64.encode(bytes) };
};

const signAllTransactions: Method = async (params, context) => {
  const { transactions } = readNamed(params);
  if (!Array.isArray(transactions)) throw invalidParams('transactions must be a list.');
  const signed = await sign(params, transactions, context, false);
  return { transactions: signed.map(({ bytes }) => base64.encode(bytes)) };
};

/** Request options that are passed to the node. @see https://solana.com/docs/rpc/http/sendtransaction */
const SEND_OPTIONS: readonly string[] = ['skipPreflight', 'preflightCommitment', 'maxRetries', 'minContextSlot'];

const broadcast = async (bytes: Uint8Array, options: unknown, context: MethodContext): Promise<void> => {
  const { chainId, url } = nodeOf(context, 'solana');
  const nodeOptions = isObject(options) ? Object.entries(options).filter(([name]) => SEND_OPTIONS.includes(name)) : [];
  try {
    await callNode(url, 'sendTransaction', [base64.encode(bytes), { ...Object.fromEntries(nodeOptions), encoding: 'base64' }]);
  } catch (error) {
    throw error instanceof NodeError ? new ProviderError(error.code, error.message, error.data) : chainUnreachable(chainId);
  }
};

const signAndSendTransaction: Method = async (params, context) => {
  const { transaction, sendOptions } = readNamed(params);
  const [signed] = await sign(params, [transaction], context, true);
  // One transaction in, one out.
  const { bytes } = signed as Signed;
  await broadcast(bytes, sendOptions, context);
  // The transaction's id is the fee payer's signature, which need not be the one made here.
  return { signature: (await readTransaction(bytes)).name };
};

/** Also connects, with the same prompt, if the site has no permission yet. @see https://github.com/phantom/sign-in-with-solana */
const signIn: Method = async (params, context) => {
  const input = readNamed(params);
  const requestedAddress = input['address'];
  const { selected } = context.state();
  const newAddress = unsharedAddress(context, 'solana');
  const connects = newAddress !== null && (requestedAddress === undefined || requestedAddress === newAddress);
  if (!connects) await connectMethod('solana')({}, context);
  const address = connects
    ? newAddress
    : keyOf(
        context,
        requestedAddress === undefined ? (sharedAccounts(context, 'solana')[0]?.address ?? '') : readText(requestedAddress, 'address'),
      ).address;
  const host = URL.canParse(context.origin) ? new URL(context.origin).host : context.origin;
  const domain = typeof input['domain'] === 'string' ? input['domain'] : host;
  const message = signInMessage(input, domain, address);
  await context.ask(describeSignIn(nodeOf(context, 'solana').chainId, address, message, domain, host, connects));
  if (connects) shareAccounts(context, 'solana', [selected]);
  const bytes = new TextEncoder().encode(message);
  return { address, signedMessage: base64.encode(bytes), signature: base64.encode(keyOf(context, address).sign(bytes)) };
};

const pubkeys = async (context: MethodContext): Promise<unknown> =>
  sharedAccounts(context, 'solana').map(({ address }) => ({ pubkey: address }));

/** Solana methods. Transactions are in base64, messages and signatures in base58, as in WalletConnect. */
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
