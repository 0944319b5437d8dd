import { base64 } from '@scure/base';
import type { AccountRecord } from '../../domain/account/account-record.js';
import { type BitcoinAddress, readBitcoinAddress } from '../../domain/account/bitcoin-address.js';
import { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { BitcoinNetworkName } from '../../domain/network/bitcoin-network.js';
import type { WalletAddress } from './bitcoin-wallet.js';

/** Hex of a compressed key, or of the 32 bytes that taproot uses. */
const PUBLIC_KEY = /^(?:0[23])?[0-9a-f]{64}$/i;
/** @see BIP-32 */
const PATH = /^m?(?:\/?\d+['h]?)+$/i;
const TXID = /^[0-9a-f]{64}$/i;

const invalid = (method: string): LatchkeyError<'wallet/invalid-response'> => new LatchkeyError('wallet/invalid-response', { method });

/** What a wallet shares. */
export interface SharedAccounts {
  /** Payment addresses first, each once. */
  readonly accounts: readonly AccountRecord<'bip122'>[];
  /** The networks that all of them can belong to. */
  readonly networks: readonly BitcoinNetworkName[];
}

const readOne = (told: WalletAddress, method: string): { readonly read: BitcoinAddress; readonly record: AccountRecord<'bip122'> } => {
  if (typeof told?.address !== 'string') throw invalid(method);
  try {
    const read = readBitcoinAddress(told.address);
    return {
      read,
      record: {
        namespace: 'bip122',
        address: read.address,
        type: told.purpose === 'ordinals' || told.purpose === 'ordinal' ? 'ordinal' : 'payment',
        ...(typeof told.publicKey === 'string' && PUBLIC_KEY.test(told.publicKey) ? { publicKey: told.publicKey.toLowerCase() } : {}),
        ...(typeof told.path === 'string' && PATH.test(told.path) ? { path: told.path } : {}),
      },
    };
  } catch (error) {
    if (isLatchkeyError(error)) throw invalid(method);
    throw error;
  }
};

/**
 * Reads the addresses that a wallet tells. One that is told twice, for payments and for ordinals, is for payments. A list
 * without a payment address begins with what there is.
 * @throws LatchkeyError `wallet/invalid-response` for an address that is none, or for several of different networks
 */
export const readAccounts = (told: readonly WalletAddress[], method: string): SharedAccounts => {
  const all = told.map((each) => readOne(each, method));
  const networks = all.reduce<readonly BitcoinNetworkName[] | null>(
    (common, { read }) => (common === null ? read.networks : common.filter((name) => read.networks.includes(name))),
    null,
  );
  if (networks !== null && networks.length === 0) throw invalid(method);
  const ranked = [...all].sort((a, b) => Number(a.record.type !== 'payment') - Number(b.record.type !== 'payment'));
  const accounts = new Map<string, AccountRecord<'bip122'>>();
  for (const { record } of ranked) if (!accounts.has(record.address)) accounts.set(record.address, record);
  return { accounts: [...accounts.values()], networks: networks ?? [] };
};

/**
 * Reads a signature in base64.
 * @throws LatchkeyError `wallet/invalid-response`
 */
export const readSignature = (answer: unknown, method: string): string => {
  // The shortest is that of a taproot key: 64 bytes behind a count and a length.
  if (bytesIn(answer) < 65) throw invalid(method);
  return String(answer);
};

/**
 * Reads a PSBT in base64.
 * @throws LatchkeyError `wallet/invalid-response`
 * @see BIP-174
 */
export const readPsbt = (answer: unknown, method: string): string => {
  if (typeof answer !== 'string' || !answer.startsWith('cHNidP8') || bytesIn(answer) < 10) throw invalid(method);
  return answer;
};

/**
 * Reads the id of a transaction that was broadcast.
 * @throws LatchkeyError `wallet/invalid-response`
 */
export const readTxid = (answer: unknown, method: string): string => {
  if (typeof answer !== 'string' || !TXID.test(answer)) throw invalid(method);
  return answer.toLowerCase();
};

const bytesIn = (text: unknown): number => {
  try {
    return typeof text === 'string' ? base64.decode(text).length : 0;
  } catch {
    return 0;
  }
};
