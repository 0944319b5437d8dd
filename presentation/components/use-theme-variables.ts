import { type RefObject, useEffect, useLayoutEffect } from 'react';
import { useTheme } from '../hooks/use-theme.js';

/** A server has no layout; React 18 says so at every layout effect it meets there. */
const useBrowserLayoutEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect;

/**
 * Sets the host's theme variables on an element. Through CSSOM and after mounting, so that no HTML carries a style
 * attribute, which a strict policy would refuse.
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
