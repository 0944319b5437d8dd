import type { StandardAccount } from '../../application/shared/standard-wallet.js';
import type { AccountRecord } from '../../domain/account/account-record.js';
import { encodeBase58 } from '../../domain/account/base58.js';
import { isSolanaAddress } from '../../domain/account/solana-address.js';
import { readSolanaTransaction } from '../../domain/account/solana-transaction.js';
import { sanitizeName } from '../../domain/connection/connector-label.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';

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

/**
 * Reads the accounts that a wallet shares: those of Solana, each once.
 * @throws LatchkeyError `wallet/invalid-response`
 */
export const readAccounts = (accounts: unknown, method: string): readonly StandardAccount[] =>
  reading(method, () => {
    if (!Array.isArray(accounts)) return null;
    const found = new Map<string, StandardAccount>();
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

/** Reads the signature of a message or of a transaction that was sent, as base58. @throws LatchkeyError `wallet/invalid-response` */
export const readSignature = (answer: unknown, method: string): string =>
  reading(method, () => {
    const signature = signatureIn(outputs(answer, 1)?.[0]);
    return signature === null ? null : encodeBase58(signature);
  });

/**
 * Reads signed transactions, in the order of the requests: each is one, and `signer` has signed it. A wallet may have
 * added instructions of its own, such as guards or fees.
 * @throws LatchkeyError `wallet/invalid-response`
 */
export const readSigned = (answer: unknown, signer: string, count: number, method: string): readonly Uint8Array[] =>
  reading(method, () => {
    const signed = (outputs(answer, count) ?? []).flatMap(({ signedTransaction }) => {
      const bytes = bytesOf(signedTransaction);
      const transaction = bytes === null ? null : readSolanaTransaction(bytes);
      const place = transaction?.keys.indexOf(signer) ?? -1;
      return bytes !== null && transaction?.signatures[place]?.some((byte) => byte !== 0) ? [bytes] : [];
    });
    return signed.length === count ? signed : null;
  });

/** What a wallet signed in with. */
export interface SignedIn {
  readonly account: AccountRecord<'solana'>;
  readonly signedMessage: Uint8Array;
  readonly signature: Uint8Array;
}

/** Reads the answer of `solana:signIn`. @throws LatchkeyError `wallet/invalid-response` */
export const readSignIn = (answer: unknown, method: string): SignedIn =>
  reading(method, () => {
    const output = outputs(answer, 1)?.[0];
    const [account] = readAccounts([output?.['account']], method);
    const [signature, signedMessage] = [signatureIn(output), bytesOf(output?.['signedMessage'])];
    if (account === undefined || signature === null || signedMessage === null) return null;
    return { account: toRecord(account), signedMessage, signature };
  });
