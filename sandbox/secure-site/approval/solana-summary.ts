import { bytesToHex } from '@noble/hashes/utils.js';
import type { SolanaInstruction } from '../keys/solana-message.js';
import {
  COMPUTE_BUDGET,
  createsTokenAccount,
  feeOf,
  littleEndian,
  MEMOS,
  TOKEN_ACCOUNT_LAMPORTS,
  TOKEN_PROGRAMS,
  transferredLamports,
} from '../keys/solana-programs.js';
import { readSolanaTransaction } from './solana-transaction.js';
import { address, code, danger, type Fact, notice, type Summary, type SummaryContext, text, type Warning } from './summary.js';
import { formatUnits } from './visible-text.js';

const SOL_DECIMALS = 9;

interface Described {
  readonly facts: readonly Fact[];
  readonly warnings: readonly Warning[];
}

const NOTHING: Described = { facts: [], warnings: [] };

const solText = (lamports: bigint): string => `${formatUnits(lamports, SOL_DECIMALS)} SOL`;
const accountOf = ({ accounts }: SolanaInstruction, index: number): string => accounts[index] ?? 'An account of a lookup table';

const unknown = (instruction: SolanaInstruction): Described => ({
  facts: [address('Program', instruction.program ?? 'A program of a lookup table'), code('Data', `0x${bytesToHex(instruction.data)}`)],
  warnings: [danger('What a program of this transaction does cannot be read. It may move your assets.')],
});

const units = (data: Uint8Array): bigint => littleEndian(data.subarray(1, 9));

/** @see https://github.com/solana-program/token */
const describeToken = (instruction: SolanaInstruction): Described => {
  const { data } = instruction;
  switch (data[0]) {
    case 3:
      if (data.length !== 9) return unknown(instruction);
      return {
        facts: [address('Recipient’s token account', accountOf(instruction, 1)), text('Amount', `${units(data)} base units of the token`)],
        warnings: [],
      };
    case 12:
      if (data.length !== 10) return unknown(instruction);
      return {
        facts: [
          address('Recipient’s token account', accountOf(instruction, 2)),
          text('Amount', formatUnits(units(data), data[9] ?? 0)),
          address('Token', accountOf(instruction, 1)),
        ],
        warnings: [],
      };
    case 4:
    case 13:
      return {
        facts: [address('Delegate', accountOf(instruction, data[0] === 4 ? 1 : 2)), text('Amount in base units', units(data).toString())],
        warnings: [danger('This lets the delegate move your tokens, now or at any later time, without asking you again.')],
      };
    case 6:
      return {
        facts: [address('Account', accountOf(instruction, 0))],
        warnings: [danger('This gives the ownership of a token account away.')],
      };
    default:
      return unknown(instruction);
  }
};

const describe = (instruction: SolanaInstruction): Described => {
  const { program, data } = instruction;
  const transferred = transferredLamports(instruction);
  if (transferred !== null)
    return { facts: [address('Recipient', accountOf(instruction, 1)), text('Amount', solText(transferred))], warnings: [] };
  if (program !== null && TOKEN_PROGRAMS.includes(program)) return describeToken(instruction);
  // It is in the fee.
  if (program === COMPUTE_BUDGET) return NOTHING;
  if (createsTokenAccount(instruction))
    return { facts: [text('New token account', `A deposit of at most ${solText(TOKEN_ACCOUNT_LAMPORTS)}`)], warnings: [] };
  if (program !== null && MEMOS.includes(program)) return { facts: [code('Memo', new TextDecoder().decode(data))], warnings: [] };
  return unknown(instruction);
};

const summarizeOne = (bytes: Uint8Array): Described => {
  const transaction = readSolanaTransaction(bytes);
  if (transaction === null) return { facts: [], warnings: [danger('The transaction cannot be read.')] };
  const parts = transaction.instructions.map(describe);
  return {
    facts: [...parts.flatMap(({ facts }) => facts), text('Fee at most', solText(feeOf(transaction)))],
    warnings: [
      ...parts.flatMap(({ warnings }) => warnings),
      ...(transaction.hasLookupTables ? [notice('The transaction uses accounts of lookup tables, which are not shown.')] : []),
    ],
  };
};

const unique = (warnings: readonly Warning[]): readonly Warning[] => [...new Map(warnings.map((each) => [each.text, each])).values()];

/** Puts Solana transactions into words. */
export const summarizeSolana = (
  request: { readonly transactions: readonly Uint8Array[]; readonly sends: boolean; readonly chainId: string; readonly address: string },
  { network }: Pick<SummaryContext, 'network'>,
): Summary => {
  const { transactions, sends, chainId, address: account } = request;
  const parts = transactions.map(summarizeOne);
  const isMany = transactions.length > 1;
  const warnings = unique(parts.flatMap((part) => part.warnings));
  return {
    title: isMany ? `Sign ${transactions.length} transactions` : sends ? 'Send a transaction' : 'Sign a transaction',
    approveLabel: sends ? 'Send' : 'Sign',
    facts: [
      ...parts.flatMap(({ facts }, index) => (isMany ? [text('Transaction', String(index + 1)), ...facts] : facts)),
      text('Network', network?.name ?? chainId),
      address('From', account),
    ],
    warnings: sends ? warnings : [...warnings, notice('The app gets the signed transaction and can send it.')],
    stop: null,
  };
};
