import { type RefObject, useEffect, useLayoutEffect } from 'react';
import { useTheme } from '../hooks/use-theme.js';

/** React 18 warns about layout effects on the server. */
const useBrowserLayoutEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect;

/**
 * Sets the app's theme variables on an element, through CSSOM after mounting: a strict CSP forbids style attributes.
 * @see https://www.w3.org/TR/CSP3/#directive-style-src-attr
 */
export const useThemeVariables = (element: RefObject<HTMLElement | null> | HTMLElement): void => {
  const { variables } = useTheme();
  useBrowserLayoutEffect(() => {
    const target = 'current' in element ? element.current : element;
    if (target === null) return;
    for (const [name, value] of Object.entries(variables)) target.style.setProperty(name, String(value));
    return () => {
      for (const name of Object.keys(variables)) target.style.removeProperty(name);
    };
  }, [element, variables]);
};
