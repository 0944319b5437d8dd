import { parseSignInMessage } from 'latchkey/server';
import type { ApprovalRequest } from './approval-request.js';
import { summarize } from './summarize.js';
import type { Summary, SummaryContext, TokenInfo } from './summary.js';

/** Copied from another document. */
interface RequestContext extends Omit<SummaryContext, 'parseSignIn' | 'tokenAt'> {
  /** The tokens at contracts that the request calls, as far as they are known. */
  readonly tokens: ReadonlyMap<string, TokenInfo | null>;
}

/** Puts a request into words, sign-in messages as well. */
export const summarizeRequest = (request: ApprovalRequest, { tokens, ...context }: RequestContext): Summary =>
  summarize(request, { ...context, tokenAt: (contract) => tokens.get(contract) ?? null, parseSignIn: parseSignInMessage });
