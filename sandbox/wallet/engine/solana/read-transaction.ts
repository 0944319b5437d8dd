import { base58 } from '@scure/base';
import type { CompiledTransactionMessage, Transaction } from '@solana/kit';
import { invalidParams, unauthorized } from '../provider-error.js';

/** One instruction of a transaction, its accounts by name. */
export interface SolanaInstruction {
  readonly program: string;
  /** `null` for what a lookup table names, which the wallet does not read. */
  readonly accounts: readonly (string | null)[];
  readonly data: Uint8Array;
}

/** A transaction as the wallet reads it. */
export interface SolanaTransaction {
  readonly version: 'legacy' | 0;
  readonly feePayer: string;
  readonly instructions: readonly SolanaInstruction[];
  readonly lookupTables: readonly string[];
  /** The transaction with one more signature, in the form of the wire; the other signatures stay. */
  signedBy(address: string, sign: (message: Uint8Array) => Uint8Array): { readonly bytes: Uint8Array; readonly signature: Uint8Array };
  /** The first signature, by which nodes name the transaction, in base58; `null` while the fee payer has not signed. */
  readonly name: string | null;
}

type Kit = typeof import('@solana/kit');

const decode = (kit: Kit, bytes: Uint8Array): { readonly transaction: Transaction; readonly message: CompiledTransactionMessage } => {
  try {
    const transaction = kit.getTransactionDecoder().decode(bytes);
    return { transaction, message: kit.getCompiledTransactionMessageDecoder().decode(transaction.messageBytes) };
  } catch (error) {
    throw invalidParams(`The transaction cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
};

/**
 * Reads a transaction, legacy or version 0.
 * @throws ProviderError −32602 when it is none
 * @see https://solana.com/docs/core/transactions
 */
export const readTransaction = async (bytes: Uint8Array): Promise<SolanaTransaction> => {
  const kit = await import('@solana/kit');
  const { transaction, message } = decode(kit, bytes);
  // Version 1 is not in use, and would be laid out otherwise.
  if (message.version !== 'legacy' && message.version !== 0)
    throw invalidParams('The wallet reads transactions of version 0 and older ones.');
  const { staticAccounts, instructions, version } = message;
  const lookups = 'addressTableLookups' in message ? (message.addressTableLookups ?? []) : [];
  const nameOf = (index: number): string | null => staticAccounts[index] ?? null;
  const first = Object.values(transaction.signatures)[0] ?? null;
  return {
    version,
    feePayer: staticAccounts[0] ?? '',
    lookupTables: lookups.map(({ lookupTableAddress }) => lookupTableAddress),
    instructions: instructions.map(({ programAddressIndex, accountIndices = [], data = new Uint8Array() }) => ({
      program: nameOf(programAddressIndex) ?? 'a program of a lookup table',
      accounts: accountIndices.map(nameOf),
      data: Uint8Array.from(data),
    })),
    name: first === null ? null : base58.encode(Uint8Array.from(first)),
    signedBy: (address, sign) => {
      if (!Object.keys(transaction.signatures).includes(address)) throw unauthorized('The transaction needs no signature of this account.');
      const signature = sign(Uint8Array.from(transaction.messageBytes));
      // The key is one of the record, and the signature has its 64 bytes.
      const signatures = { ...transaction.signatures, [address]: signature } as Transaction['signatures'];
      return { bytes: Uint8Array.from(kit.getTransactionEncoder().encode({ ...transaction, signatures })), signature };
    },
  };
};
