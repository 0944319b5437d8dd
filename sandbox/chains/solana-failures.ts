import { createRequire } from 'node:module';
import type { FailedTransactionMetadata } from 'litesvm';

/** Names of errors by their number, as litesvm has them inside. */
const namesOf = (name: string): ReadonlyMap<unknown, string> => {
  // Its types do not name what its build exports.
  const table = (createRequire(import.meta.url)('litesvm/dist/internal.js') as Readonly<Record<string, object>>)[name] ?? {};
  return new Map(Object.entries(table).map(([key, value]) => [value, key]));
};

/**
 * Why a transaction failed, as a node says it in JSON.
 * @see https://solana.com/docs/rpc/json-structures
 */
export const failureOf = (failed: FailedTransactionMetadata): unknown => {
  const error: unknown = failed.err();
  if (typeof error === 'number') return namesOf('TransactionErrorFieldless').get(error) ?? 'Unknown';
  const { index, accountIndex, err } = error as { readonly index?: number; readonly accountIndex?: number; readonly err?: () => unknown };
  // Called on its object: it reads what the object holds.
  if (err !== undefined) return { InstructionError: [index, instructionFailure(err.call(error))] };
  // Its class names the rest.
  const name = String(Object(error).constructor.name).replace('TransactionError', '');
  return { [name]: name === 'InsufficientFundsForRent' ? { account_index: accountIndex } : {} };
};

const instructionFailure = (error: unknown): unknown => {
  if (typeof error === 'number') return namesOf('InstructionErrorFieldless').get(error) ?? 'GenericError';
  const { code } = Object(error) as { readonly code?: number };
  return code === undefined ? 'BorshIoError' : { Custom: code };
};
