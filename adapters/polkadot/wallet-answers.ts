import { bytesToHex } from '@noble/hashes/utils.js';
import * as v from 'valibot';
import { decodeSs58 } from '../../domain/account/ss58-address.js';
import { sanitizeName } from '../../domain/connection/connector-label.js';
import { readWalletAnswer } from '../../domain/errors/wallet-error.js';
import { lenient, read } from '../../domain/wire.js';

const keyTypeSchema = v.picklist(['sr25519', 'ed25519', 'ecdsa']);

/** How an account signs. */
export type KeyType = v.InferOutput<typeof keyTypeSchema>;

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

/** 64 bytes; one more where the kind stands before it, or for ecdsa; both. */
const signatureSchema = v.pipe(v.string(), v.regex(/^0x[0-9a-f]{128}(?:[0-9a-f]{2}){0,2}$/i));

/** Extensions pass it as bytes or as hex. */
const transactionSchema = v.union([
  v.pipe(
    v.instance(Uint8Array),
    v.transform((bytes) => `0x${bytesToHex(bytes)}`),
  ),
  v.pipe(v.string(), v.regex(/^0x(?:[0-9a-f]{2})+$/i)),
]);

const signedSchema = v.object({ signature: signatureSchema });
const signedPayloadSchema = v.object({ signature: signatureSchema, signedTransaction: v.nullish(transactionSchema) });

/** Longest list that a wallet is taken seriously with. */
const MAX_ACCOUNTS = 1_000;
const listSchema = v.pipe(v.array(v.looseObject({ address: v.string() })), v.maxLength(MAX_ACCOUNTS));

// Ethereum's keys have other addresses, and sign for other chains than these.
const accountSchema = v.object({
  address: v.string(),
  name: v.optional(v.unknown()),
  type: v.nullish(keyTypeSchema),
  genesisHash: lenient(v.pipe(v.string(), v.nonEmpty())),
});

/** What each kind of key signs with begins with this byte. @see https://paritytech.github.io/polkadot-sdk/master/sp_runtime/enum.MultiSignature.html */
const MULTI_PREFIXES: Readonly<Record<KeyType, string>> = { ed25519: '00', sr25519: '01', ecdsa: '02' };

const readAccount = (value: unknown): SharedAccount | null => {
  const account = read(accountSchema, value);
  if (account === null) return null;
  const { address, name, type, genesisHash } = account;
  try {
    return {
      address,
      accountId: decodeSs58(address).accountId,
      keyType: type ?? null,
      name: sanitizeName(name) || null,
      genesisHash: genesisHash?.toLowerCase() ?? null,
    };
  } catch {
    return null;
  }
};

/**
 * Reads the accounts that a wallet shares, each once; those that are of no use on these chains are left out.
 * @throws LatchkeyError `wallet/invalid-response` for what is no list, or a list in which something is no account at all
 */
export const readAccounts = (answer: unknown, method: string): readonly SharedAccount[] => {
  const byKey = new Map<string, SharedAccount>();
  for (const account of readWalletAnswer(listSchema, answer, method).map(readAccount))
    if (account !== null) byKey.set(account.accountId.join(), account);
  return [...byKey.values()];
};

/** Reads `{ signature }`. @throws LatchkeyError `wallet/invalid-response` */
export const readSignature = (answer: unknown, method: string): string => readWalletAnswer(signedSchema, answer, method).signature;

/**
 * Reads the answer to a payload. A signature without the byte that says its kind gets it.
 * @throws LatchkeyError `wallet/invalid-response`
 */
export const readSignedPayload = (
  answer: unknown,
  keyType: KeyType | null,
  method: string,
): { readonly signature: string; readonly signedTransaction: string | null } => {
  const { signature, signedTransaction } = readWalletAnswer(signedPayloadSchema, answer, method);
  return { signature: withKind(signature, keyType ?? 'sr25519'), signedTransaction: signedTransaction ?? null };
};

const withKind = (signature: string, keyType: KeyType): string => {
  const whole = keyType === 'ecdsa' ? 66 : 65;
  return signature.length === 2 + 2 * (whole - 1) ? `0x${MULTI_PREFIXES[keyType]}${signature.slice(2)}` : signature;
};
