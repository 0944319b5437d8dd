import type { SentOperation } from '../frame/sent-operation.js';
import { type Completion, type SmartAccount, type SmartRequest, SmartRequests, type SmartRequestsDeps } from './smart-requests.js';

/** What the frame lends to the approver for a smart account: its services, and what the device remembers. */
export type SmartAccountAccess = Pick<SmartRequestsDeps, 'services' | 'log'>;

/** A request of an app. */
interface SmartCall {
  readonly method: string;
  readonly params: unknown;
}

const requestsOf = (account: SmartAccount, access: SmartAccountAccess): SmartRequests =>
  new SmartRequests({
    ...access,
    account,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    now: () => Date.now(),
  });

/** @see SmartRequests.read */
export const readSmartRequest = (account: SmartAccount, access: SmartAccountAccess, { method, params }: SmartCall): Promise<SmartRequest> =>
  requestsOf(account, access).read(method, params);

/** @see SmartRequests.complete */
export const completeSmartRequest = (
  account: SmartAccount,
  access: SmartAccountAccess,
  { completion, signature }: { readonly completion: Completion; readonly signature: Uint8Array },
): Promise<unknown> => requestsOf(account, access).complete(completion, signature);

/** @see SmartRequests.callsStatus */
export const smartCallsStatus = (account: SmartAccount, access: SmartAccountAccess, operation: SentOperation): Promise<unknown> =>
  requestsOf(account, access).callsStatus(operation);
