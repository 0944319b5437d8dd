import type { ApiPromise } from '@polkadot/api';
import { isSameSs58Account } from '../../../domain/account/ss58-network.js';
import type { ChainId } from '../../../domain/caip/caip-2.js';
import { LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { checkReviewed, type ReviewedTransfer } from '../../../domain/send/reviewed-transfer.js';

/** The members of an SDK call that are read. */
interface ParsedCall {
  readonly section: string;
  readonly method: string;
  readonly args: readonly { toString(): string }[];
}

/** The transfer that was requested. */
interface RequestedTransfer {
  readonly chainId: ChainId;
  readonly to: string;
  /** Digest of the reviewed transfer. */
  readonly reviewed: string | undefined;
}

/** Reads the transfer that a call makes; `null` if it is any other call. */
const readTransfer = (api: ApiPromise, call: unknown, requested: RequestedTransfer): ReviewedTransfer | null => {
  // The registry returns this type for the name.
  const { section, method, args } = api.registry.createTypeUnsafe<never>('Call', [call]) as ParsedCall;
  const [recipient = '', value = ''] = args.map(String);
  if (section !== 'balances') return null;
  const { chainId } = requested;
  // The user may have entered the address with another prefix.
  const to = isSameSs58Account(recipient, requested.to) ? requested.to : recipient;
  if (method === 'transferAll') return { chainId, to, token: null, value: null };
  return method === 'transferKeepAlive' ? { chainId, to, token: null, value: BigInt(value) } : null;
};

/**
 * Compares the call of a payload that is passed to a wallet with the transfer that the user has reviewed, if any.
 * @throws LatchkeyError `send/request-tampered`
 */
export const checkReviewedCall = (api: ApiPromise, call: unknown, requested: RequestedTransfer): void => {
  const { chainId, reviewed } = requested;
  if (reviewed === undefined) return;
  const passed = readTransfer(api, call, requested);
  if (passed === null) throw new LatchkeyError('send/request-tampered', { chainId });
  checkReviewed(reviewed, passed);
};
