import { base58 } from '@scure/base';
import type { StandardAccount } from '../../application/shared/standard-wallet.js';
import type { AccountRecord } from '../../domain/account/account-record.js';
import { isSolanaAddress } from '../../domain/account/solana-address.js';
import { readSolanaTransaction } from '../../domain/account/solana-transaction.js';
import { sanitizeName } from '../../domain/connection/connector-label.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { carries } from './carries.js';

/** Bytes of an ed25519 signature. @see https://datatracker.ietf.org/doc/html/rfc8032 */
const SIGNATURE_BYTES = 64;

const invalid = (method: string): LatchkeyError<'wallet/invalid-response'> => new LatchkeyError('wallet/invalid-response', { method });

/** Runs a reader over a foreign answer; whatever it stumbles over is an answer that makes no sense. */
const reading = <T>(method: string, read: () => T | null): T => {
  let value: T | null = null;
  try {
    value = read();
  } catch {
    // Told below.
  }
  if (value === null) throw invalid(method);
  return value;
};

/** Bytes may come from another realm, such as a frame: what they are says their tag. */
const bytesOf = (value: unknown): Uint8Array | null =>
  Object.prototype.toString.call(value) === '[object Uint8Array]' ? Uint8Array.from(value as Uint8Array) : null;

const isSameBytes = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && a.every((byte, index) => byte === b[index]);

/**
 * Reads the accounts that a wallet shares: those of Solana, each once.
 * @throws LatchkeyError `wallet/invalid-response`
 */
export const readAccounts = (accounts: unknown, method: string): readonly StandardAccount[] =>
  reading(method, () => {
    if (!Array.isArray(accounts)) return null;
    const found = new Map<string, StandardAccount>();
    // A member that is not there throws, and is read as an answer without sense.
    for (const account of accounts as readonly StandardAccount[]) {
      // Wallets of several families share accounts of all of them.
      if (account.chains.some((chain) => String(chain).startsWith('solana:')) && !found.has(account.address)) {
        if (!isSolanaAddress(account.address)) return null;
        found.set(account.address, account);
      }
    }
    return [...found.values()];
  });

/** Reads the answer of `standard:connect`. @throws LatchkeyError `wallet/invalid-response` */
export const readConnectAnswer = (answer: unknown, method: string): readonly StandardAccount[] =>
  readAccounts(
    reading(method, () => (answer as { readonly accounts?: unknown }).accounts ?? null),
    method,
  );

/** An account as the port has it. */
export const toRecord = ({ address, label }: StandardAccount): AccountRecord<'solana'> => {
  const name = sanitizeName(label);
  return { namespace: 'solana', address, type: 'eoa', ...(name === '' ? {} : { name }) };
};

/** The members of the only output of a feature that takes several inputs. */
const outputs = (answer: unknown, count: number): readonly Readonly<Record<string, unknown>>[] | null =>
  Array.isArray(answer) && answer.length === count ? answer : null;

const signatureIn = (output: Readonly<Record<string, unknown>> | undefined): Uint8Array | null => {
  const signature = bytesOf(output?.['signature']);
  return signature?.length === SIGNATURE_BYTES && signature.some((byte) => byte !== 0) ? signature : null;
};

/** Reads the signature of a transaction that was sent, as base58. @throws LatchkeyError `wallet/invalid-response` */
export const readSignature = (answer: unknown, method: string): string =>
  reading(method, () => {
    const signature = signatureIn(outputs(answer, 1)?.[0]);
    return signature === null ? null : base58.encode(signature);
  });

/**
 * Reads the signature of a message, as base58. A wallet may say that it signed something else, such as the message behind a prefix:
 * nobody could verify that who knows the message only.
 * @throws LatchkeyError `wallet/invalid-response`
 */
export const readMessageSignature = (answer: unknown, message: Uint8Array, method: string): string =>
  reading(method, () => {
    const told = outputs(answer, 1)?.[0]?.['signedMessage'];
    const signed = told === undefined ? message : bytesOf(told);
    return signed !== null && isSameBytes(signed, message) ? readSignature(answer, method) : null;
  });

/**
 * Reads signed transactions, in the order of the requests: each does what was asked for, and `signer` has signed it.
 * @throws LatchkeyError `wallet/invalid-response`
 */
export const readSigned = (answer: unknown, signer: string, asked: readonly Uint8Array[], method: string): readonly Uint8Array[] =>
  reading(method, () => {
    const signed = (outputs(answer, asked.length) ?? []).flatMap(({ signedTransaction }, index) => {
      const bytes = bytesOf(signedTransaction);
      const transaction = bytes === null ? null : readSolanaTransaction(bytes);
      const request = readSolanaTransaction(asked[index] ?? new Uint8Array());
      if (bytes === null || transaction === null || request === null || !carries(transaction, request)) return [];
      return transaction.signatures[transaction.keys.indexOf(signer)]?.some((byte) => byte !== 0) ? [bytes] : [];
    });
    return signed.length === asked.length ? signed : null;
  });

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
export const readSignIn = (answer: unknown, address: string | undefined, method: string): SignedIn =>
  reading(method, () => {
    const output = outputs(answer, 1)?.[0];
    const [account] = readAccounts([output?.['account']], method);
    const [signature, signedMessage] = [signatureIn(output), bytesOf(output?.['signedMessage'])];
    if (account === undefined || signature === null || signedMessage === null) return null;
    if (address !== undefined && account.address !== address) return null;
    return { account: toRecord(account), signedMessage, signature };
  });
