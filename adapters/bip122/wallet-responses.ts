import { base64 } from '@scure/base';
import * as v from 'valibot';
import type { AccountRecord } from '../../domain/account/account-record.js';
import { parseBitcoinAddress } from '../../domain/account/bitcoin-address.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { parseWalletResponse } from '../../domain/errors/wallet-error.js';
import type { BitcoinNetworkName } from '../../domain/network/bitcoin-network.js';
import { exactObject, lenient } from '../../domain/wire.js';
import type { WalletAddress } from './bitcoin-wallet.js';

const addressesSchema = v.array(
  exactObject({
    address: v.pipe(v.string(), v.transform(parseBitcoinAddress)),
    purpose: v.optional(v.unknown()),
    /** Hex of a compressed public key, or of a 32-byte taproot key. */
    publicKey: lenient(v.pipe(v.string(), v.regex(/^(?:0[23])?[0-9a-f]{64}$/i), v.toLowerCase())),
    /** @see BIP-32 */
    path: lenient(v.pipe(v.string(), v.regex(/^m?(?:\/?\d+['h]?)+$/i))),
  }),
);

const base64Of = (minBytes: number) =>
  v.pipe(
    v.string(),
    v.check((text) => base64.decode(text).length >= minBytes),
  );

/** The shortest is a recoverable ECDSA signature: a header byte and 64 bytes. @see BIP-137 */
const signatureSchema = base64Of(65);
const psbtSchema = v.pipe(base64Of(10), v.startsWith('cHNidP8'));
const txidSchema = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/i), v.toLowerCase());

/** Addresses that a wallet shares. */
export interface SharedAccounts {
  /** Payment addresses first, without duplicates. */
  readonly accounts: readonly AccountRecord<'bip122'>[];
  /** Networks to which all addresses may belong. */
  readonly networks: readonly BitcoinNetworkName[];
}

/**
 * Reads the addresses of a wallet. One listed for both payments and ordinals counts as a payment address.
 * @throws LatchkeyError `wallet/invalid-response` for an invalid address, or addresses of different networks
 */
export const readAccounts = (addresses: readonly WalletAddress[], method: string): SharedAccounts => {
  const all = parseWalletResponse(addressesSchema, addresses, method);
  const [first, ...others] = all.map(({ address }) => address.networks);
  const networks = (first ?? []).filter((name) => others.every((each) => each.includes(name)));
  if (all.length > 0 && networks.length === 0) throw new LatchkeyError('wallet/invalid-response', { method });
  const records = all.map(({ address: { address }, purpose, ...details }): AccountRecord<'bip122'> => {
    const type = purpose === 'ordinals' || purpose === 'ordinal' ? 'ordinal' : 'payment';
    return { namespace: 'bip122', address, type, ...details };
  });
  records.sort((a, b) => Number(a.type !== 'payment') - Number(b.type !== 'payment'));
  const accounts = new Map<string, AccountRecord<'bip122'>>();
  for (const record of records) if (!accounts.has(record.address)) accounts.set(record.address, record);
  return { accounts: [...accounts.values()], networks };
};

/** Reads a base64 signature. @throws LatchkeyError `wallet/invalid-response` */
export const readSignature = (response: unknown, method: string): string => parseWalletResponse(signatureSchema, response, method);

/** Reads a base64 PSBT. @throws LatchkeyError `wallet/invalid-response` @see BIP-174 */
export const readPsbt = (response: unknown, method: string): string => parseWalletResponse(psbtSchema, response, method);

/** Reads the txid of a broadcast transaction. @throws LatchkeyError `wallet/invalid-response` */
export const readTxid = (response: unknown, method: string): string => parseWalletResponse(txidSchema, response, method);
