import * as v from 'valibot';
import type { AccountRecord } from '../../domain/account/account-record.js';
import { toChecksumAddress } from '../../domain/account/evm-checksum.js';
import type { ChainId } from '../../domain/caip/caip-2.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { parseWalletResponse } from '../../domain/errors/wallet-error.js';
import { fromHexChainId } from '../../domain/network/hex-chain-id.js';

/** Addresses in JSON-RPC format. @see https://eips.ethereum.org/EIPS/eip-1474 */
const addressesSchema = v.array(v.pipe(v.string(), v.regex(/^0x[0-9a-f]{40}$/i), v.transform(toChecksumAddress)));
/** Specification, section 5: a signed message is 0x and at least 62 hex digits. */
const signatureSchema = v.pipe(v.string(), v.regex(/^0x[0-9a-f]{62,}$/i));
/** Specification, section 5: a transaction hash is 0x and 64 hex digits. */
const transactionHashSchema = v.pipe(v.string(), v.regex(/^0x[0-9a-f]{64}$/i));

/**
 * Reads a list of accounts: the result of `eth_accounts` and `eth_requestAccounts`, or the payload of `accountsChanged`. Addresses are
 * checksummed and unique. Accounts of an installed wallet are of type `eoa`.
 * @throws LatchkeyError `wallet/invalid-response`
 * @see https://eips.ethereum.org/EIPS/eip-55
 */
export const readAccounts = (response: unknown, method: string): readonly AccountRecord<'eip155'>[] =>
  Array.from(new Set(parseWalletResponse(addressesSchema, response, method)), (address) => ({ namespace: 'eip155', address, type: 'eoa' }));

/**
 * Reads a chain id: the result of `eth_chainId`, or the payload of `chainChanged`.
 * @throws LatchkeyError `wallet/invalid-response`
 * @see https://eips.ethereum.org/EIPS/eip-695
 */
export const readChainId = (response: unknown, method: string): ChainId<'eip155'> => {
  const chainId = fromHexChainId(response);
  if (chainId === null) throw new LatchkeyError('wallet/invalid-response', { method });
  return chainId;
};

/** Reads a signature. @throws LatchkeyError `wallet/invalid-response` */
export const readSignature = (response: unknown, method: string): string => parseWalletResponse(signatureSchema, response, method);

/** Reads the hash of a broadcast transaction. @throws LatchkeyError `wallet/invalid-response` */
export const readTransactionHash = (response: unknown, method: string): string =>
  parseWalletResponse(transactionHashSchema, response, method);
