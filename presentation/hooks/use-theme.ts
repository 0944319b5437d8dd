import { useCallback } from 'react';
import type { Latchkey, Theme } from '../../application/latchkey.js';
import type { ThemeMode, ThemeVariables } from '../../domain/options/options.js';
import { useLatchkeyContext } from './use-latchkey.js';
import { useObservable, type Watched } from './use-observable.js';

/** The theme in use and the ways to change it. */
export interface ThemeControl {
  readonly mode: ThemeMode;
  readonly variables: ThemeVariables;
  readonly setMode: (mode: ThemeMode) => void;
  /** Adds to the variables that are set. */
  readonly setVariables: (variables: ThemeVariables) => void;
}

const watch = ({ options }: Latchkey): Watched<Theme> => {
  const current = (): Theme => ({ themeMode: options.current.themeMode, themeVariables: options.current.themeVariables });
  return { current, changes: options.options$, server: current() };
};

/**
 * Follows and changes the theme.
 * @example
 * const { mode, setMode } = useTheme();
 * <button onClick={() => setMode(mode === 'dark' ? 'light' : 'dark')}>Theme</button>
 */
export const useTheme = (): ThemeControl => {
  const { client } = useLatchkeyContext('useTheme');
  const { themeMode: mode, themeVariables: variables } = useObservable('useTheme', watch);
  const setMode = useCallback((next: ThemeMode) => client.setThemeMode(next), [client]);
  const setVariables = useCallback((added: ThemeVariables) => client.setThemeVariables(added), [client]);
  return { mode, variables, setMode, setVariables };
};
