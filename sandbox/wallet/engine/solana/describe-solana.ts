import { formatUnits } from 'viem';
import { messageFacts, namespaceNetwork, visible } from '../describe.js';
import { code, mono, text, warning } from '../facts.js';
import type { Question, QuestionFact } from '../question.js';
import type { SolanaInstruction, SolanaTransaction } from './read-transaction.js';

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
export const describeSolanaTransactions = (
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

/** The question for a signature over a message. */
export const describeSolanaMessage = (chainId: string, address: string, message: Uint8Array, base58: string): Question => ({
  kind: 'sign-message',
  title: 'Sign a message',
  approveLabel: 'Sign',
  facts: [mono('Account', address), namespaceNetwork('solana', chainId), ...messageFacts(message, base58)],
});

/** The question for a sign-in. @param host of the site that asks, as the browser names it */
export const describeSignIn = (chainId: string, address: string, message: string, domain: string, host: string): Question => ({
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
