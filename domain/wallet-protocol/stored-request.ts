import { isObject } from './is-object.js';
import type { PendingRequest } from './pending-request.js';
import { isNumber, isText } from './primitives.js';

const isRequest = (value: unknown): value is PendingRequest => {
  if (!isObject(value) || !isNumber(value.id) || !isText(value.topic) || !isNumber(value.expiry)) return false;
  const { params, verifyContext, answer } = value;
  if (!isObject(params) || !isText(params.chainId) || !isObject(params.request) || !isText(params.request.method)) return false;
  if (!isObject(verifyContext) || !isObject(verifyContext.verified)) return false;
  return answer === undefined || (isObject(answer) && ('result' in answer || isObject(answer.error)));
};

/** Reads a stored session request; `null` for what is none. A stored record is this client's own writing: what is checked is that it is whole. */
export const readStoredRequest = (value: unknown): PendingRequest | null => (isRequest(value) ? value : null);
