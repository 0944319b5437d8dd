import { bytesToHex } from '@noble/hashes/utils.js';
import { decodeSs58 } from '../../domain/account/ss58-address.js';
import { type AccountId, addressOf, chainIdOf } from '../../domain/caip/caip-10.js';

/** Identifies an account on a chain, whatever the SS58 prefix of its address. */
export const accountKey = (account: AccountId): string => `${chainIdOf(account)}:${bytesToHex(decodeSs58(addressOf(account)).accountId)}`;
