import { base58 } from '@scure/base';
import type { CompiledTransactionMessage, Transaction } from '@solana/kit';
import { invalidParams, unauthorized } from '../provider-error.js';

/** An instruction with account addresses instead of indexes. */
export interface SolanaInstruction {
  readonly program: string;
  /** `null` for an account in a lookup table, which the wallet does not read. */
  readonly accounts: readonly (string | null)[];
  readonly data: Uint8Array;
}

/** A parsed transaction. */
export interface SolanaTransaction {
  readonly version: 'legacy' | 0;
  readonly feePayer: string;
  readonly instructions: readonly SolanaInstruction[];
  readonly lookupTables: readonly string[];
  /** Adds a signature and returns the serialized transaction. Other signatures are kept. */
  signedBy(address: string, sign: (message: Uint8Array) => Uint8Array): { readonly bytes: Uint8Array; readonly signature: Uint8Array };
  /** The first signature in base58, which is the transaction's id; `null` before the fee payer has signed. */
  readonly name: string | null;
}

type Kit = typeof import('@solana/kit');

const decode = (kit: Kit, bytes: Uint8Array): { readonly transaction: Transaction; readonly message: CompiledTransactionMessage } => {
  try {
    const transaction = kit.getTransactionDecoder().decode(bytes);
    return { transaction, message: kit.getCompiledTransactionMessageDecoder().decode(transaction.messageBytes) };
  } catch (error) {
    throw invalidParams(`Invalid transaction: ${error instanceof Error ? error.message : String(error)}`);
  }
};

/**
 * Parses a legacy or version 0 transaction.
 * @throws ProviderError −32602 for an invalid transaction
 * @see https://solana.com/docs/core/transactions
 */
export const readTransaction = async (bytes: Uint8Array): Promise<SolanaTransaction> => {
  const kit = await import('@solana/kit');
  const { transaction, message } = decode(kit, bytes);
  // Version 1 is not in use and has a different layout.
  if (message.version !== 'legacy' && message.version !== 0) throw invalidParams('Only legacy and version 0 transactions are supported.');
  const { staticAccounts, instructions, version } = message;
  const lookups = 'addressTableLookups' in message ? (message.addressTableLookups ?? []) : [];
  const nameOf = (index: number): string | null => staticAccounts[index] ?? null;
  const first = Object.values(transaction.signatures)[0] ?? null;
  return {
    version,
    feePayer: staticAccounts[0] ?? '',
    lookupTables: lookups.map(({ lookupTableAddress }) => lookupTableAddress),
    instructions: instructions.map(({ programAddressIndex, accountIndices = [], data = new Uint8Array() }) => ({
      program: nameOf(programAddressIndex) ?? 'Program in a lookup table',
      accounts: accountIndices.map(nameOf),
      data: Uint8Array.from(data),
    })),
    name: first === null ? null : base58.encode(Uint8Array.from(first)),
    signedBy: (address, sign) => {
      if (!Object.keys(transaction.signatures).includes(address))
        throw unauthorized('The transaction does not require a signature of this account.');
      const signature = sign(Uint8Array.from(transaction.messageBytes));
      // The key exists in the record, and the signature has 64 bytes.
      const signatures = { ...transaction.signatures, [address]: signature } as Transaction['signatures'];
      return { bytes: Uint8Array.from(kit.getTransactionEncoder().encode({ ...transaction, signatures })), signature };
    },
  };
};
