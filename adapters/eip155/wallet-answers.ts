import * as v from 'valibot';
import type { AccountRecord } from '../../domain/account/account-record.js';
import { toChecksumAddress } from '../../domain/account/evm-checksum.js';
import type { ChainId } from '../../domain/caip/caip-2.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { readWalletAnswer } from '../../domain/errors/wallet-error.js';
import { fromHexChainId } from '../../domain/network/hex-chain-id.js';

/** Addresses as JSON-RPC writes them. @see https://eips.ethereum.org/EIPS/eip-1474 */
const addressesSchema = v.array(v.pipe(v.string(), v.regex(/^0x[0-9a-f]{40}$/i), v.transform(toChecksumAddress)));
/** Specification, section 5: a signed message is 0x and at least 62 hex digits. */
const signatureSchema = v.pipe(v.string(), v.regex(/^0x[0-9a-f]{62,}$/i));
/** Specification, section 5: a transaction hash is 0x and 64 hex digits. */
const transactionHashSchema = v.pipe(v.string(), v.regex(/^0x[0-9a-f]{64}$/i));

/**
 * Reads a list of accounts: the answer of `eth_accounts` and `eth_requestAccounts`, or the payload of `accountsChanged`.
 * Addresses come out with their checksum, each once. What an installed wallet shares is an `eoa` as far as it says.
 * @throws LatchkeyError `wallet/invalid-response`
 * @see https://eips.ethereum.org/EIPS/eip-55
 */
export const readAccounts = (answer: unknown, method: string): readonly AccountRecord<'eip155'>[] =>
  Array.from(new Set(readWalletAnswer(addressesSchema, answer, method)), (address) => ({ namespace: 'eip155', address, type: 'eoa' }));

/**
 * Reads a chain id: the answer of `eth_chainId`, or the payload of `chainChanged`.
 * @throws LatchkeyError `wallet/invalid-response`
 * @see https://eips.ethereum.org/EIPS/eip-695
 */
export const readChainId = (answer: unknown, method: string): ChainId<'eip155'> => {
  const chainId = fromHexChainId(answer);
  if (chainId === null) throw new LatchkeyError('wallet/invalid-response', { method });
  return chainId;
};

/** Reads a signature. @throws LatchkeyError `wallet/invalid-response` */
export const readSignature = (answer: unknown, method: string): string => readWalletAnswer(signatureSchema, answer, method);

/** Reads the hash of a transaction that was broadcast. @throws LatchkeyError `wallet/invalid-response` */
export const readTransactionHash = (answer: unknown, method: string): string => readWalletAnswer(transactionHashSchema, answer, method);
