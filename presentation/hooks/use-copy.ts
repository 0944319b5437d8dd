import { useCallback, useMemo } from 'react';
import { useAction } from './use-action.js';

/**
 * Copies a text to the clipboard. `status` ends as `success`, or as `error` with code `browser/clipboard-unavailable`.
 * @example
 * const { copy } = useCopy();
 * <button onClick={() => copy(address)}>Copy</button>
 */
export const useCopy = () => {
  const { state, run } = useAction('useCopy', (useCases) => useCases.copyText);
  const copy = useCallback((text: string): void => run({ text }), [run]);
  // One object per copy, so that an effect runs after each one.
  return useMemo(() => ({ ...state, copy }), [state, copy]);
};
