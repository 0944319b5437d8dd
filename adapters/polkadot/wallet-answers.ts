import { bytesToHex } from '@noble/hashes/utils.js';
import { decodeSs58 } from '../../domain/account/ss58-address.js';
import { sanitizeName } from '../../domain/connection/connector-label.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';

/** How an account signs. */
export type KeyType = 'sr25519' | 'ed25519' | 'ecdsa';

/** An account as a wallet shares it. */
export interface SharedAccount {
  /** As the wallet writes it: it is asked for signatures by this. */
  readonly address: string;
  readonly accountId: Uint8Array;
  /** `null` where the wallet does not say. */
  readonly keyType: KeyType | null;
  readonly name: string | null;
  /** The genesis hash of the only network that it is for, where it is for one. */
  readonly genesisHash: string | null;
}

const KEY_TYPES: readonly unknown[] = ['sr25519', 'ed25519', 'ecdsa'];
/** 64 bytes; one more where the kind stands before it, or for ecdsa; both. */
const SIGNATURE = /^0x[0-9a-f]{128}(?:[0-9a-f]{2}){0,2}$/i;
const BYTES = /^0x(?:[0-9a-f]{2})+$/i;
/** Longest list that a wallet is taken seriously with. */
const MAX_ACCOUNTS = 1_000;

/** What each kind of key signs with begins with this byte. @see https://paritytech.github.io/polkadot-sdk/master/sp_runtime/enum.MultiSignature.html */
const MULTI_PREFIXES: Readonly<Record<KeyType, string>> = { ed25519: '00', sr25519: '01', ecdsa: '02' };

const invalid = (method: string): LatchkeyError => new LatchkeyError('wallet/invalid-response', { method });

const readAccount = (value: unknown): SharedAccount | null => {
  const { address, name, type, genesisHash } = Object(value);
  // Ethereum's keys have other addresses, and sign for other chains than these.
  if (typeof address !== 'string' || (type !== undefined && type !== null && !KEY_TYPES.includes(type))) return null;
  try {
    return {
      address,
      accountId: decodeSs58(address).accountId,
      // Checked above to be one of them, or nothing.
      keyType: (type as KeyType | null | undefined) ?? null,
      name: sanitizeName(name) || null,
      genesisHash: typeof genesisHash === 'string' && genesisHash !== '' ? genesisHash.toLowerCase() : null,
    };
  } catch {
    return null;
  }
};

/**
 * Reads the accounts that a wallet shares, each once; those that are of no use on these chains are left out.
 * @throws LatchkeyError `wallet/invalid-response` for what is no list, or a list in which nothing is an account at all
 */
export const readAccounts = (answer: unknown, method: string): readonly SharedAccount[] => {
  if (!Array.isArray(answer) || answer.length > MAX_ACCOUNTS) throw invalid(method);
  if (answer.some((entry) => typeof Object(entry).address !== 'string')) throw invalid(method);
  const byKey = new Map<string, SharedAccount>();
  for (const account of answer.map(readAccount)) if (account !== null) byKey.set(account.accountId.join(), account);
  return [...byKey.values()];
};

/** Reads `{ signature }`. @throws LatchkeyError `wallet/invalid-response` */
export const readSignature = (answer: unknown, method: string): string => {
  const { signature } = Object(answer);
  if (typeof signature !== 'string' || !SIGNATURE.test(signature)) throw invalid(method);
  return signature;
};

/**
 * Reads the answer to a payload. A signature without the byte that says its kind gets it.
 * @throws LatchkeyError `wallet/invalid-response`
 */
export const readSignedPayload = (
  answer: unknown,
  keyType: KeyType | null,
  method: string,
): { readonly signature: string; readonly signedTransaction: string | null } => {
  const signature = readSignature(answer, method);
  const { signedTransaction } = Object(answer);
  return { signature: withKind(signature, keyType ?? 'sr25519'), signedTransaction: readTransaction(signedTransaction, method) };
};

const withKind = (signature: string, keyType: KeyType): string => {
  const whole = keyType === 'ecdsa' ? 66 : 65;
  return signature.length === 2 + 2 * (whole - 1) ? `0x${MULTI_PREFIXES[keyType]}${signature.slice(2)}` : signature;
};

const readTransaction = (value: unknown, method: string): string | null => {
  if (value === undefined || value === null) return null;
  // Extensions pass it as bytes or as hex.
  if (value instanceof Uint8Array) return `0x${bytesToHex(value)}`;
  if (typeof value !== 'string' || !BYTES.test(value)) throw invalid(method);
  return value;
};
