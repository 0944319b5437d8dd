import { type ApprovalRequest, type EvmOperation, RefusedRequest } from '../approval/approval-request.js';
import { type CallChain, quantity } from '../approval/prepare-transaction.js';
import { formatRequest, parseRequest } from '../approval/request-json.js';
import type { RequestedOperation } from './read-calls.js';
import type { SmartAccount } from './smart-account.js';
import { deploymentOf, ENTRY_POINT, executeData, nonceCall, operationHash } from './user-operation.js';

type OperationRequest = Extract<ApprovalRequest, { readonly kind: 'evm-operation' }>;

/** Nonces from here on have a key of their own. @see https://eips.ethereum.org/EIPS/eip-4337#semi-abstracted-nonce-support */
const KEYS = 2n ** 64n;

const isSameDeployment = ({ deployment }: EvmOperation, { owner, factory }: SmartAccount): boolean => {
  const own = deploymentOf(owner, factory);
  return (
    deployment === null ||
    (deployment.factory.toLowerCase() === own.factory.toLowerCase() && deployment.data.toLowerCase() === own.data.toLowerCase())
  );
};

/**
 * The request to approve an operation that another document has completed, whose code is not trusted: the calls are those that the app has asked
 * for, and what the app has set itself is not changed. Gas, fee and who pays it are shown to the user, and the worker counts them.
 * @throws RefusedRequest for another operation
 */
export const checkOperation = (operation: unknown, requested: RequestedOperation, account: SmartAccount): OperationRequest => {
  const { chainId } = account.network;
  const { address } = account;
  // It has not the type until it is parsed.
  const unchecked = { chainId, address, kind: 'evm-operation', operation: operation as EvmOperation } as const;
  const request = parseRequest(formatRequest(unchecked));
  const isAsked = (checked: EvmOperation): boolean =>
    requested.complete === null
      ? checked.nonce < KEYS && executeData(checked.calls) === executeData(requested.calls) && isSameDeployment(checked, account)
      : operationHash(chainId, address, checked) === operationHash(chainId, address, requested.complete);
  if (request?.kind !== 'evm-operation' || !isAsked(request.operation))
    throw new RefusedRequest('The operation is not what the app has asked for');
  return requested.complete === null ? request : { ...request, isOfApp: true };
};

/**
 * Tests an operation that is approved in the place of a former one, of which the other document says that it was not sent. Both could be sent, so that
 * only one of them may be valid: they have one nonce, or that of the former one is used.
 * @throws RefusedRequest if both could be included, or an error of the node
 */
export const checkReplacement = async (
  former: EvmOperation,
  next: EvmOperation,
  { address }: SmartAccount,
  node: CallChain,
): Promise<void> => {
  if (former.nonce === next.nonce) return;
  const nonce = quantity(await node('eth_call', [{ to: ENTRY_POINT, data: nonceCall(address) }, 'latest']));
  if (nonce <= former.nonce) throw new RefusedRequest('It is not known if the operation that you have approved was sent');
};
