import { equalBytes } from '@noble/curves/utils.js';
import { base58 } from '@scure/base';
import * as v from 'valibot';
import type { StandardAccount } from '../../application/shared/standard-wallet.js';
import type { AccountRecord } from '../../domain/account/account-record.js';
import { isSolanaAddress } from '../../domain/account/solana-address.js';
import { readSolanaTransaction, type SolanaInstruction, type SolanaTransaction } from '../../domain/account/solana-transaction.js';
import { sanitizeName } from '../../domain/connection/connector-label.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { readWalletAnswer } from '../../domain/errors/wallet-error.js';

/** Sets limits and prices: a wallet may put its own in their place. @see https://solana.com/docs/core/fees#compute-budget */
const COMPUTE_BUDGET = 'ComputeBudget111111111111111111111111111111';

const isSame = (
  [asked, inAsked]: readonly [SolanaInstruction, SolanaTransaction],
  [found, inFound]: readonly [SolanaInstruction, SolanaTransaction],
): boolean =>
  inAsked.keys[asked.program] === inFound.keys[found.program] &&
  asked.data.length === found.data.length &&
  asked.data.every((byte, index) => byte === found.data[index]) &&
  asked.accounts.length === found.accounts.length &&
  asked.accounts.every((place, index) => {
    const [key, other] = [inAsked.keys[place], inFound.keys[found.accounts[index] ?? -1]];
    // What stands in a lookup table only the chain knows.
    return key === undefined || other === undefined || key === other;
  });

/**
 * Whether a transaction does what another one does, in its order. A wallet may add instructions of its own, such as guards or fees,
 * renew the blockhash, and have somebody else pay the fee.
 */
const carries = (signed: SolanaTransaction, asked: SolanaTransaction): boolean => {
  const wanted = asked.instructions.filter(({ program }) => asked.keys[program] !== COMPUTE_BUDGET);
  let done = 0;
  for (const instruction of signed.instructions) {
    const next = wanted[done];
    if (next !== undefined && isSame([next, asked], [instruction, signed])) done += 1;
  }
  return done === wanted.length;
};

/** Bytes of an ed25519 signature. @see https://datatracker.ietf.org/doc/html/rfc8032 */
const SIGNATURE_BYTES = 64;

/** Bytes may come from another realm, such as a frame: what they are says their tag. */
const bytesSchema = v.pipe(
  v.custom<Uint8Array>((value) => Object.prototype.toString.call(value) === '[object Uint8Array]'),
  v.transform((bytes): Uint8Array => Uint8Array.from(bytes)),
);

const isSigned = (signature: Uint8Array): boolean => signature.some((byte) => byte !== 0);

const signatureSchema = v.pipe(bytesSchema, v.length(SIGNATURE_BYTES), v.check(isSigned));

/** A wallet knows an account by its object, so that it is not copied. */
const accountSchema = v.custom<StandardAccount>((account) =>
  v.is(v.object({ address: v.unknown(), chains: v.array(v.unknown()) }), account),
);

const accountsSchema = v.pipe(
  v.array(accountSchema),
  // Wallets of several families share accounts of all of them.
  v.filterItems(({ chains }) => chains.some((chain) => String(chain).startsWith('solana:'))),
  v.everyItem(({ address }) => isSolanaAddress(address)),
  v.filterItems(({ address }, index, all) => all.findIndex((other) => other.address === address) === index),
);

const connectSchema = v.object({ accounts: accountsSchema });
/** Features take several inputs; these are given one. */
const sentSchema = v.strictTuple([v.object({ signature: signatureSchema })]);
const messageSchema = v.strictTuple([v.object({ signature: signatureSchema, signedMessage: v.optional(bytesSchema) })]);
const transactionsSchema = v.array(v.object({ signedTransaction: bytesSchema }));
const signInSchema = v.strictTuple([v.object({ account: accountSchema, signature: signatureSchema, signedMessage: bytesSchema })]);

const invalid = (method: string): LatchkeyError<'wallet/invalid-response'> => new LatchkeyError('wallet/invalid-response', { method });

/**
 * Reads the accounts that a wallet shares: those of Solana, each once.
 * @throws LatchkeyError `wallet/invalid-response`
 */
export const readAccounts = (accounts: unknown, method: string): readonly StandardAccount[] =>
  readWalletAnswer(accountsSchema, accounts, method);

/** Reads the answer of `standard:connect`. @throws LatchkeyError `wallet/invalid-response` */
export const readConnectAnswer = (answer: unknown, method: string): readonly StandardAccount[] =>
  readWalletAnswer(connectSchema, answer, method).accounts;

/** An account as the port has it. */
export const toRecord = ({ address, label }: StandardAccount): AccountRecord<'solana'> => {
  const name = sanitizeName(label);
  return { namespace: 'solana', address, type: 'eoa', ...(name === '' ? {} : { name }) };
};

/** Reads the signature of a transaction that was sent, as base58. @throws LatchkeyError `wallet/invalid-response` */
export const readSignature = (answer: unknown, method: string): string => {
  const [{ signature }] = readWalletAnswer(sentSchema, answer, method);
  return base58.encode(signature);
};

/**
 * Reads the signature of a message, as base58. A wallet may say that it signed something else, such as the message behind a prefix:
 * nobody could verify that who knows the message only.
 * @throws LatchkeyError `wallet/invalid-response`
 */
export const readMessageSignature = (answer: unknown, message: Uint8Array, method: string): string => {
  const [{ signature, signedMessage = message }] = readWalletAnswer(messageSchema, answer, method);
  if (!equalBytes(signedMessage, message)) throw invalid(method);
  return base58.encode(signature);
};

/**
 * Reads signed transactions, in the order of the requests: each does what was asked for, and `signer` has signed it.
 * @throws LatchkeyError `wallet/invalid-response`
 */
export const readSigned = (answer: unknown, signer: string, asked: readonly Uint8Array[], method: string): readonly Uint8Array[] => {
  const signed = readWalletAnswer(transactionsSchema, answer, method).map(({ signedTransaction }) => signedTransaction);
  const isAsAsked = (bytes: Uint8Array, index: number): boolean => {
    const [transaction, request] = [bytes, asked[index] ?? new Uint8Array()].map(readSolanaTransaction);
    if (transaction == null || request == null || !carries(transaction, request)) return false;
    const signature = transaction.signatures[transaction.keys.indexOf(signer)];
    return signature !== undefined && isSigned(signature);
  };
  if (signed.length !== asked.length || !signed.every(isAsAsked)) throw invalid(method);
  return signed;
};

/** What a wallet signed in with. */
export interface SignedIn {
  readonly account: AccountRecord<'solana'>;
  readonly signedMessage: Uint8Array;
  readonly signature: Uint8Array;
}

/**
 * Reads the answer of `solana:signIn`.
 * @param address the only account that may sign in, where one was named
 * @throws LatchkeyError `wallet/invalid-response`
 */
export const readSignIn = (answer: unknown, address: string | undefined, method: string): SignedIn => {
  const [{ account: said, signature, signedMessage }] = readWalletAnswer(signInSchema, answer, method);
  const [account] = readAccounts([said], method);
  if (account === undefined || (address !== undefined && account.address !== address)) throw invalid(method);
  return { account: toRecord(account), signedMessage, signature };
};
