import { base64 } from '@scure/base';
import * as v from 'valibot';
import type { AccountRecord } from '../../domain/account/account-record.js';
import { readBitcoinAddress } from '../../domain/account/bitcoin-address.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { readWalletAnswer } from '../../domain/errors/wallet-error.js';
import type { BitcoinNetworkName } from '../../domain/network/bitcoin-network.js';
import { exactObject, lenient } from '../../domain/wire.js';
import type { WalletAddress } from './bitcoin-wallet.js';

const addressesSchema = v.array(
  exactObject({
    address: v.pipe(v.string(), v.transform(readBitcoinAddress)),
    purpose: v.optional(v.unknown()),
    /** Hex of a compressed key, or of the 32 bytes that taproot uses. */
    publicKey: lenient(v.pipe(v.string(), v.regex(/^(?:0[23])?[0-9a-f]{64}$/i), v.toLowerCase())),
    /** @see BIP-32 */
    path: lenient(v.pipe(v.string(), v.regex(/^m?(?:\/?\d+['h]?)+$/i))),
  }),
);

const base64Of = (leastBytes: number) =>
  v.pipe(
    v.string(),
    v.check((text) => base64.decode(text).length >= leastBytes),
  );

/** The shortest is that of a taproot key: 64 bytes behind a count and a length. */
const signatureSchema = base64Of(65);
const psbtSchema = v.pipe(base64Of(10), v.startsWith('cHNidP8'));
const txidSchema = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/i), v.toLowerCase());

/** What a wallet shares. */
export interface SharedAccounts {
  /** Payment addresses first, each once. */
  readonly accounts: readonly AccountRecord<'bip122'>[];
  /** The networks that all of them can belong to. */
  readonly networks: readonly BitcoinNetworkName[];
}

/**
 * Reads the addresses that a wallet tells. One that is told twice, for payments and for ordinals, is for payments. A list
 * without a payment address begins with what there is.
 * @throws LatchkeyError `wallet/invalid-response` for an address that is none, or for several of different networks
 */
export const readAccounts = (told: readonly WalletAddress[], method: string): SharedAccounts => {
  const all = readWalletAnswer(addressesSchema, told, method);
  const [first, ...others] = all.map(({ address }) => address.networks);
  const networks = (first ?? []).filter((name) => others.every((each) => each.includes(name)));
  if (all.length > 0 && networks.length === 0) throw new LatchkeyError('wallet/invalid-response', { method });
  const records = all.map(({ address: { address }, purpose, ...known }): AccountRecord<'bip122'> => {
    const type = purpose === 'ordinals' || purpose === 'ordinal' ? 'ordinal' : 'payment';
    return { namespace: 'bip122', address, type, ...known };
  });
  records.sort((a, b) => Number(a.type !== 'payment') - Number(b.type !== 'payment'));
  const accounts = new Map<string, AccountRecord<'bip122'>>();
  for (const record of records) if (!accounts.has(record.address)) accounts.set(record.address, record);
  return { accounts: [...accounts.values()], networks };
};

/** Reads a signature in base64. @throws LatchkeyError `wallet/invalid-response` */
export const readSignature = (answer: unknown, method: string): string => readWalletAnswer(signatureSchema, answer, method);

/** Reads a PSBT in base64. @throws LatchkeyError `wallet/invalid-response` @see BIP-174 */
export const readPsbt = (answer: unknown, method: string): string => readWalletAnswer(psbtSchema, answer, method);

/** Reads the id of a transaction that was broadcast. @throws LatchkeyError `wallet/invalid-response` */
export const readTxid = (answer: unknown, method: string): string => readWalletAnswer(txidSchema, answer, method);
