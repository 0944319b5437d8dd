import { useCallback } from 'react';
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
  return { ...state, copy };
};
