import type { BatchCall, CallsStatus, Capabilities, Eip155Calls } from '../../application/ports/wallet-calls.js';
import { isEvmAddress } from '../../domain/account/evm-address.js';
import type { ChainId } from '../../domain/caip/caip-2.js';
import { addressOf, chainIdOf } from '../../domain/caip/caip-10.js';
import { readErrorCode } from '../../domain/errors/chain-error-codes.js';
import { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { toHexChainId } from '../../domain/network/hex-chain-id.js';
import { readCallsId, readCallsStatus, readCapabilities, readPermissions } from './calls-answers.js';
import { checkRecipient } from './check-recipient.js';
import type { Eip155Requests } from './eip155-requests.js';
import { toQuantity } from './node-call.js';

/** The form of a batch that is sent. @see https://eips.ethereum.org/EIPS/eip-5792#wallet_sendcalls */
const VERSION = '2.0.0';
/** The wallet does not know the chain. @see https://eips.ethereum.org/EIPS/eip-5792#error-codes */
const UNSUPPORTED_CHAIN = 5710;

const HEX = /^0x(?:[0-9a-f]{2})*$/i;

/** Batches of calls and permissions, as far as the wallet has them. */
export const eip155Calls = (requests: Eip155Requests, chainNow: () => ChainId): Eip155Calls => ({
  sendCalls: async ({ from, calls, atomicRequired = true, capabilities }, signal, late) => {
    const method = 'wallet_sendCalls';
    const chainId = chainIdOf(from);
    const batch = {
      version: VERSION,
      from: addressOf(from),
      chainId: toHexChainId(chainId),
      atomicRequired,
      calls: readBatch(calls),
      ...(capabilities === undefined ? {} : { capabilities }),
    };
    try {
      const tell = (answer: unknown): void => late?.(readCallsId(answer, method));
      return { id: readCallsId(await requests.broadcast(method, [batch], signal, tell), method) };
    } catch (cause) {
      if (isLatchkeyError(cause, 'wallet/request-failed') && readErrorCode(cause.cause) === UNSUPPORTED_CHAIN)
        throw new LatchkeyError('network/not-supported', { chainId }, { cause });
      throw cause;
    }
  },

  getCallsStatus: async ({ id }, signal): Promise<CallsStatus> => {
    const method = 'wallet_getCallsStatus';
    return readCallsStatus(await requests.read(method, signal, [id]), { id, chainId: chainNow() }, method);
  },

  showCallsStatus: async ({ id }, signal) => {
    await requests.prompt('wallet_showCallsStatus', [id], signal);
  },

  getCapabilities: async ({ account, chainIds }, signal): Promise<Capabilities> => {
    const chains = chainIds === undefined ? [] : [chainIds.map(toHexChainId)];
    try {
      return readCapabilities(await requests.read('wallet_getCapabilities', signal, [addressOf(account), ...chains]), chainIds);
    } catch {
      signal.throwIfAborted();
      return {};
    }
  },

  getPermissions: async (_request, signal) => {
    const method = 'wallet_getPermissions';
    return readPermissions(await requests.read(method, signal), method);
  },

  requestPermissions: async ({ methods }, signal) => {
    const method = 'wallet_requestPermissions';
    const asked = Object.fromEntries(methods.map((name) => [name, {}]));
    return readPermissions(await requests.prompt(method, [asked], signal), method);
  },
});

/** Specification, section 5: what a call goes to and what it carries begin with `0x`. */
const readBatch = (calls: readonly BatchCall[]): readonly Readonly<Record<string, string>>[] => {
  if (calls.length === 0) throw new LatchkeyError('config/invalid-option', { field: 'calls', fix: 'give at least one call' });
  return calls.map(({ to, value, data }, index) => {
    const field = `calls[${index}]`;
    if (to !== undefined) {
      checkRecipient(to);
      if (!to.startsWith('0x') || !isEvmAddress(to)) throw new LatchkeyError('address/invalid', { value: to, namespace: 'eip155' });
    }
    if (data !== undefined && !HEX.test(data))
      throw new LatchkeyError('config/invalid-option', { field: `${field}.data`, fix: 'write whole bytes in hex that begin with 0x' });
    if (value !== undefined && value < 0n) throw new LatchkeyError('send/invalid-amount', { value: value.toString() });
    return {
      ...(to === undefined ? {} : { to }),
      ...(value === undefined ? {} : { value: toQuantity(value) }),
      ...(data === undefined ? {} : { data }),
    };
  });
};
