import { bytesToHex } from '@noble/hashes/utils.js';
import * as v from 'valibot';
import { decodeSs58 } from '../../domain/account/ss58-address.js';
import { sanitizeName } from '../../domain/connection/connector-label.js';
import { parseWalletResponse } from '../../domain/errors/wallet-error.js';
import { lenient, parseOrNull } from '../../domain/wire.js';

const keyTypeSchema = v.picklist(['sr25519', 'ed25519', 'ecdsa']);

/** Key type of an account. */
export type KeyType = v.InferOutput<typeof keyTypeSchema>;

export interface SharedAccount {
  /** In the wallet's own format, as used in signing requests. */
  readonly address: string;
  readonly accountId: Uint8Array;
  /** `null` if the wallet does not report it. */
  readonly keyType: KeyType | null;
  readonly name: string | null;
  /** Genesis hash of the only network the account may be used on, if it is restricted. */
  readonly genesisHash: string | null;
}

/** 64 bytes, plus a key type prefix, an ecdsa recovery byte, or both. */
const signatureSchema = v.pipe(v.string(), v.regex(/^0x[0-9a-f]{128}(?:[0-9a-f]{2}){0,2}$/i));

/** Extensions return bytes or hex. */
const transactionSchema = v.union([
  v.pipe(
    v.instance(Uint8Array),
    v.transform((bytes) => `0x${bytesToHex(bytes)}`),
  ),
  v.pipe(v.string(), v.regex(/^0x(?:[0-9a-f]{2})+$/i)),
]);

const signedSchema = v.object({ signature: signatureSchema });
const signedPayloadSchema = v.object({ signature: signatureSchema, signedTransaction: v.nullish(transactionSchema) });

/** Maximum number of accounts in a response. */
const MAX_ACCOUNTS = 1_000;
const listSchema = v.pipe(v.array(v.looseObject({ address: v.string() })), v.maxLength(MAX_ACCOUNTS));

// Ethereum keys have other addresses and cannot sign for these chains.
const accountSchema = v.object({
  address: v.string(),
  name: v.optional(v.unknown()),
  type: v.nullish(keyTypeSchema),
  genesisHash: lenient(v.pipe(v.string(), v.nonEmpty())),
});

/** MultiSignature prefix of each key type. @see https://paritytech.github.io/polkadot-sdk/master/sp_runtime/enum.MultiSignature.html */
const MULTI_PREFIXES: Readonly<Record<KeyType, string>> = { ed25519: '00', sr25519: '01', ecdsa: '02' };

const readAccount = (value: unknown): SharedAccount | null => {
  const account = parseOrNull(accountSchema, value);
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
 * Reads the accounts of a wallet, without duplicates and without accounts of unsupported key types.
 * @throws LatchkeyError `wallet/invalid-response` for a malformed list
 */
export const readAccounts = (response: unknown, method: string): readonly SharedAccount[] => {
  const byKey = new Map<string, SharedAccount>();
  for (const account of parseWalletResponse(listSchema, response, method).map(readAccount))
    if (account !== null) byKey.set(account.accountId.join(), account);
  return [...byKey.values()];
};

/** Reads `{ signature }`. @throws LatchkeyError `wallet/invalid-response` */
export const readSignature = (response: unknown, method: string): string => parseWalletResponse(signedSchema, response, method).signature;

/**
 * Reads a signed payload; adds the key type prefix if the signature has none.
 * @throws LatchkeyError `wallet/invalid-response`
 */
export const readSignedPayload = (
  response: unknown,
  keyType: KeyType | null,
  method: string,
): { readonly signature: string; readonly signedTransaction: string | null } => {
  const { signature, signedTransaction } = parseWalletResponse(signedPayloadSchema, response, method);
  return { signature: withKeyTypePrefix(signature, keyType ?? 'sr25519'), signedTransaction: signedTransaction ?? null };
};

const withKeyTypePrefix = (signature: string, keyType: KeyType): string => {
  const prefixedLength = keyType === 'ecdsa' ? 66 : 65;
  return signature.length === 2 + 2 * (prefixedLength - 1) ? `0x${MULTI_PREFIXES[keyType]}${signature.slice(2)}` : signature;
};
