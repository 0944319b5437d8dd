import { bytesToHex } from '@noble/hashes/utils.js';
import type { SolanaInstruction } from '../keys/solana-message.js';
import { readSolanaTransaction } from './solana-transaction.js';
import { address, code, danger, type Fact, notice, type Summary, type SummaryContext, text, type Warning } from './summary.js';
import { formatUnits } from './visible-text.js';

const SOL_DECIMALS = 9;
const SYSTEM = '11111111111111111111111111111111';
const TOKEN_PROGRAMS: readonly string[] = ['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'];
const COMPUTE_BUDGET = 'ComputeBudget111111111111111111111111111111';
const ASSOCIATED_TOKEN = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL';
const MEMOS: readonly string[] = ['MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr', 'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo'];

interface Described {
  readonly facts: readonly Fact[];
  readonly warnings: readonly Warning[];
}

const NOTHING: Described = { facts: [], warnings: [] };

const littleEndian = (bytes: Uint8Array): bigint => bytes.reduceRight((value, byte) => (value << 8n) | BigInt(byte), 0n);
const accountOf = ({ accounts }: SolanaInstruction, index: number): string => accounts[index] ?? 'An account of a lookup table';

const unknown = (instruction: SolanaInstruction): Described => ({
  facts: [address('Program', instruction.program ?? 'A program of a lookup table'), code('Data', `0x${bytesToHex(instruction.data)}`)],
  warnings: [danger('What a program of this transaction does cannot be read. It may move your assets.')],
});

/** @see https://github.com/solana-program/system */
const describeSystem = (instruction: SolanaInstruction): Described => {
  const { data } = instruction;
  const isTransfer = data.length === 12 && littleEndian(data.subarray(0, 4)) === 2n;
  if (!isTransfer) return unknown(instruction);
  return {
    facts: [
      address('Recipient', accountOf(instruction, 1)),
      text('Amount', `${formatUnits(littleEndian(data.subarray(4)), SOL_DECIMALS)} SOL`),
    ],
    warnings: [],
  };
};

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
  if (program === SYSTEM) return describeSystem(instruction);
  if (program !== null && TOKEN_PROGRAMS.includes(program)) return describeToken(instruction);
  // Fees, and an account for the recipient's tokens.
  if (program === COMPUTE_BUDGET || program === ASSOCIATED_TOKEN) return NOTHING;
  if (program !== null && MEMOS.includes(program)) return { facts: [code('Memo', new TextDecoder().decode(data))], warnings: [] };
  return unknown(instruction);
};

const summarizeOne = (bytes: Uint8Array): Described => {
  const transaction = readSolanaTransaction(bytes);
  if (transaction === null) return { facts: [], warnings: [danger('The transaction cannot be read.')] };
  const parts = transaction.instructions.map(describe);
  return {
    facts: parts.flatMap(({ facts }) => facts),
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
