import type { EvmOperation } from '../approval/approval-request.js';
import type { SentOperation } from '../frame/sent-operation.js';
import type { RequestedOperation } from './read-calls.js';
import type { SmartAccount } from './smart-account.js';
import { type Completion, SmartRequests, type SmartRequestsDeps } from './smart-requests.js';

/** What the frame lends to this code for a smart account: its services, and what the device remembers. */
export type SmartAccountAccess = Pick<SmartRequestsDeps, 'services' | 'log'>;

const requestsOf = (account: SmartAccount, access: SmartAccountAccess): SmartRequests =>
  new SmartRequests({
    ...access,
    account,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    now: () => Date.now(),
  });

/** @see SmartRequests.prepare */
export const prepareSmartOperation = (
  account: SmartAccount,
  access: SmartAccountAccess,
  requested: RequestedOperation,
): Promise<EvmOperation> => requestsOf(account, access).prepare(requested);

/** @see SmartRequests.complete */
export const completeSmartRequest = (
  account: SmartAccount,
  access: SmartAccountAccess,
  { completion, signature }: { readonly completion: Completion; readonly signature: Uint8Array },
): Promise<unknown> => requestsOf(account, access).complete(completion, signature);

/** @see SmartRequests.callsStatus */
export const smartCallsStatus = (account: SmartAccount, access: SmartAccountAccess, operation: SentOperation): Promise<unknown> =>
  requestsOf(account, access).callsStatus(operation);
