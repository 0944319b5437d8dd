import { equalBytes } from '@noble/curves/utils.js';
import { base58 } from '@scure/base';
import * as v from 'valibot';
import type { StandardAccount } from '../../application/shared/standard-wallet.js';
import type { AccountRecord } from '../../domain/account/account-record.js';
import { isSolanaAddress } from '../../domain/account/solana-address.js';
import { readSolanaTransaction, type SolanaInstruction, type SolanaTransaction } from '../../domain/account/solana-transaction.js';
import { sanitizeName } from '../../domain/connection/connector-label.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { parseWalletResponse } from '../../domain/errors/wallet-error.js';

/** Sets compute limits and prices: a wallet may replace these instructions. @see https://solana.com/docs/core/fees#compute-budget */
const COMPUTE_BUDGET = 'ComputeBudget111111111111111111111111111111';

const isSameInstruction = (
  [requested, requestedTransaction]: readonly [SolanaInstruction, SolanaTransaction],
  [signed, signedTransaction]: readonly [SolanaInstruction, SolanaTransaction],
): boolean =>
  requestedTransaction.keys[requested.programIndex] === signedTransaction.keys[signed.programIndex] &&
  requested.data.length === signed.data.length &&
  requested.data.every((byte, index) => byte === signed.data[index]) &&
  requested.accountIndexes.length === signed.accountIndexes.length &&
  requested.accountIndexes.every((keyIndex, index) => {
    const [key, other] = [requestedTransaction.keys[keyIndex], signedTransaction.keys[signed.accountIndexes[index] ?? -1]];
    // Accounts in a lookup table can only be resolved on chain.
    return key === undefined || other === undefined || key === other;
  });

/**
 * Checks that a signed transaction contains all requested instructions, in order. A wallet may add instructions (guards, fees), replace the
 * blockhash, or use another fee payer.
 */
const containsInstructions = (signed: SolanaTransaction, requested: SolanaTransaction): boolean => {
  const required = requested.instructions.filter(({ programIndex }) => requested.keys[programIndex] !== COMPUTE_BUDGET);
  let matched = 0;
  for (const instruction of signed.instructions) {
    const next = required[matched];
    if (next !== undefined && isSameInstruction([next, requested], [instruction, signed])) matched += 1;
  }
  return matched === required.length;
};

/** Length of an ed25519 signature. @see https://datatracker.ietf.org/doc/html/rfc8032 */
const SIGNATURE_BYTES = 64;

/** Checked by tag, since bytes may come from another realm, such as an iframe. */
const bytesSchema = v.pipe(
  v.custom<Uint8Array>((value) => Object.prototype.toString.call(value) === '[object Uint8Array]'),
  v.transform((bytes): Uint8Array => Uint8Array.from(bytes)),
);

const isSigned = (signature: Uint8Array): boolean => signature.some((byte) => byte !== 0);

const signatureSchema = v.pipe(bytesSchema, v.length(SIGNATURE_BYTES), v.check(isSigned));

/** Kept by reference: a wallet identifies an account by its object. */
const accountSchema = v.custom<StandardAccount>((account) =>
  v.is(v.object({ address: v.unknown(), chains: v.array(v.unknown()) }), account),
);

const accountsSchema = v.pipe(
  v.array(accountSchema),
  // Multi-chain wallets share accounts of all their namespaces.
  v.filterItems(({ chains }) => chains.some((chain) => String(chain).startsWith('solana:'))),
  v.everyItem(({ address }) => isSolanaAddress(address)),
  v.filterItems(({ address }, index, all) => all.findIndex((other) => other.address === address) === index),
);

const connectSchema = v.object({ accounts: accountsSchema });
/** Features take and return several items; one is sent. */
const sentSchema = v.strictTuple([v.object({ signature: signatureSchema })]);
const messageSchema = v.strictTuple([v.object({ signature: signatureSchema, signedMessage: v.optional(bytesSchema) })]);
const transactionsSchema = v.array(v.object({ signedTransaction: bytesSchema }));
const signInSchema = v.strictTuple([v.object({ account: accountSchema, signature: signatureSchema, signedMessage: bytesSchema })]);

const invalid = (method: string): LatchkeyError<'wallet/invalid-response'> => new LatchkeyError('wallet/invalid-response', { method });

/**
 * Reads the Solana accounts that a wallet shares, without duplicates.
 * @throws LatchkeyError `wallet/invalid-response`
 */
export const readAccounts = (accounts: unknown, method: string): readonly StandardAccount[] =>
  parseWalletResponse(accountsSchema, accounts, method);

/** Reads the result of `standard:connect`. @throws LatchkeyError `wallet/invalid-response` */
export const readConnectResponse = (response: unknown, method: string): readonly StandardAccount[] =>
  parseWalletResponse(connectSchema, response, method).accounts;

/** Converts to the port's account record. */
export const toRecord = ({ address, label }: StandardAccount): AccountRecord<'solana'> => {
  const name = sanitizeName(label);
  return { namespace: 'solana', address, type: 'eoa', ...(name === '' ? {} : { name }) };
};

/** Reads the base58 signature of a broadcast transaction. @throws LatchkeyError `wallet/invalid-response` */
export const readSignature = (response: unknown, method: string): string => {
  const [{ signature }] = parseWalletResponse(sentSchema, response, method);
  return base58.encode(signature);
};

/**
 * Reads the base58 signature of a message. Rejects a signature over other bytes, such as a prefixed message: it would not verify against
 * the message.
 * @throws LatchkeyError `wallet/invalid-response`
 */
export const readMessageSignature = (response: unknown, message: Uint8Array, method: string): string => {
  const [{ signature, signedMessage = message }] = parseWalletResponse(messageSchema, response, method);
  if (!equalBytes(signedMessage, message)) throw invalid(method);
  return base58.encode(signature);
};

/**
 * Reads signed transactions, in the order of the requests. Each must contain the requested instructions and be signed by `signer`.
 * @throws LatchkeyError `wallet/invalid-response`
 */
export const readSignedTransactions = (
  response: unknown,
  signer: string,
  requested: readonly Uint8Array[],
  method: string,
): readonly Uint8Array[] => {
  const signed = parseWalletResponse(transactionsSchema, response, method).map(({ signedTransaction }) => signedTransaction);
  const isRequested = (bytes: Uint8Array, index: number): boolean => {
    const [transaction, request] = [bytes, requested[index] ?? new Uint8Array()].map(readSolanaTransaction);
    if (transaction == null || request == null || !containsInstructions(transaction, request)) return false;
    const signature = transaction.signatures[transaction.keys.indexOf(signer)];
    return signature !== undefined && isSigned(signature);
  };
  if (signed.length !== requested.length || !signed.every(isRequested)) throw invalid(method);
  return signed;
};

export interface SignedIn {
  readonly account: StandardAccount;
  readonly signedMessage: Uint8Array;
  readonly signature: Uint8Array;
}

/**
 * Reads the result of `solana:signIn`.
 * @param address the only account that may sign in, if the request named one
 * @throws LatchkeyError `wallet/invalid-response`
 */
export const readSignIn = (response: unknown, address: string | undefined, method: string): SignedIn => {
  const [{ account: rawAccount, signature, signedMessage }] = parseWalletResponse(signInSchema, response, method);
  const [account] = readAccounts([rawAccount], method);
  if (account === undefined || (address !== undefined && account.address !== address)) throw invalid(method);
  return { account, signedMessage, signature };
};
