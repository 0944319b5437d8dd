import type { ReactElement } from 'react';
import type { ErrorCode } from '../../../domain/errors/error-contexts.js';
import type { SwapState } from '../../../domain/swap/swap-state.js';
import { useMessages } from '../../hooks/use-messages.js';
import type { Messages } from '../../messages/en.js';

const quoteErrorText = (code: ErrorCode, m: Messages): string => {
  if (code === 'swap/no-quote') return m.swapNoQuote;
  return code === 'service/unreachable' ? m.swapUnreachable : m.swapQuoteFailed;
};

/** Tests for a quote that failed, and is not read again now. */
export const canRetryQuote = ({ quoteError, fault, isQuoting }: SwapState): boolean =>
  quoteError !== null && fault === 'no-quote' && !isQuoting;

/** Reason why a swap has no quote. Nothing if it has one. */
export const QuoteError = ({ swap: { quoteError, fault } }: { readonly swap: SwapState }): ReactElement | null => {
  const m = useMessages();
  return quoteError === null || fault !== 'no-quote' ? null : (
    <p className="hint send-note wrong" role="alert" data-testid="lk-swap-error">
      {quoteErrorText(quoteError.code, m)}
    </p>
  );
};
