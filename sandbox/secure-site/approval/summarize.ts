import { hexToBytes } from '@noble/hashes/utils.js';
import type { ApprovalRequest } from './approval-request.js';
import { summarizeMessage } from './message-summary.js';
import { summarizeSolana } from './solana-summary.js';
import type { Summary, SummaryContext } from './summary.js';
import { summarizeOperation, summarizeTransaction } from './transaction-summary.js';
import { summarizeTypedData } from './typed-data-summary.js';

/** Puts a request into words. Depends on nothing but its arguments. */
export const summarize = (request: ApprovalRequest, context: SummaryContext): Summary => {
  switch (request.kind) {
    case 'evm-message':
      return summarizeMessage({ ...request, message: hexToBytes(request.message.slice(2)) }, context);
    case 'solana-message':
      return summarizeMessage(request, context);
    case 'evm-typed-data':
      return summarizeTypedData(request, context);
    case 'evm-transaction':
      return summarizeTransaction(request, context);
    case 'evm-operation':
      return summarizeOperation(request, context);
    case 'solana-transactions':
      return summarizeSolana(request, context);
  }
};
