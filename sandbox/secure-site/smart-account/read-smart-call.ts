import { type ApprovalRequest, RefusedRequest } from '../approval/approval-request.js';
import { readRequest } from '../approval/read-request.js';
import { type RequestedOperation, readSendCalls, readTransactionCall, readUserOperation } from './read-calls.js';
import type { SmartAccount } from './smart-account.js';
import { deploymentOf } from './user-operation.js';

/** What an app gets once an operation is sent. */
export type OperationResponse = 'transaction-hash' | 'calls-id' | 'operation-hash';

/** A request of an app to a smart account. */
export type SmartCall =
  | {
      readonly kind: 'signature';
      readonly request: ApprovalRequest;
      /** JSON of typed data, whose signature is wrapped; `null` for a message. */
      readonly typedData: string | null;
    }
  | { readonly kind: 'operation'; readonly requested: RequestedOperation; readonly response: OperationResponse };

const readSignature = (method: string, params: readonly unknown[], { address, network }: SmartAccount): SmartCall => {
  const read = readRequest(method, params, { chainId: network.chainId, address });
  switch (read.kind) {
    case 'evm-message':
      return { kind: 'signature', request: { ...read, isSmart: true }, typedData: null };
    case 'evm-typed-data':
      return { kind: 'signature', request: { ...read, isSmart: true }, typedData: read.json };
    default:
      throw new RefusedRequest(`${method} is not supported`);
  }
};

/** Reads a request to a smart account. @throws RefusedRequest */
export const readSmartCall = (method: string, params: unknown, account: SmartAccount): SmartCall => {
  const list = Array.isArray(params) ? params : [];
  const signer = { chainId: account.network.chainId, address: account.address };
  switch (method) {
    case 'personal_sign':
    case 'eth_signTypedData_v4':
      return readSignature(method, list, account);
    case 'eth_sendTransaction':
      return { kind: 'operation', requested: { ...readTransactionCall(list, signer), complete: null }, response: 'transaction-hash' };
    case 'wallet_sendCalls':
      return { kind: 'operation', requested: { ...readSendCalls(list, signer, account), complete: null }, response: 'calls-id' };
    case 'eth_sendUserOperation': {
      const requested = readUserOperation(list, signer, deploymentOf(account.owner, account.factory));
      return { kind: 'operation', requested, response: 'operation-hash' };
    }
    default:
      throw new RefusedRequest(`${method} is not supported`);
  }
};
