import { useCallback, useMemo } from 'react';
import { useAction } from './use-action.js';

/**
 * Puts a text on the clipboard. `state` ends in `success`, or in `error` `browser/clipboard-unavailable`.
 * @example
 * const { copy } = useCopy();
 * <button onClick={() => copy(address)}>Copy</button>
 */
export const useCopy = () => {
  const { state, run } = useAction('useCopy', (useCases) => useCases.copyText);
  const copy = useCallback((text: string): void => run({ text }), [run]);
  // The same object for the same copy, so that an effect sees each copy that ended.
  return useMemo(() => ({ ...state, copy }), [state, copy]);
};
