import { useCallback } from 'react';
import type { Latchkey, Theme } from '../../application/latchkey.js';
import type { ThemeMode, ThemeVariables } from '../../domain/options/options.js';
import { useLatchkeyContext } from './use-latchkey.js';
import { useObservable, type Watched } from './use-observable.js';

/** The current theme and the functions to change it. */
export interface ThemeControl {
  readonly mode: ThemeMode;
  readonly variables: ThemeVariables;
  readonly setMode: (mode: ThemeMode) => void;
  /** Merges with the variables already set. */
  readonly setVariables: (variables: ThemeVariables) => void;
}

const watch = ({ options }: Latchkey): Watched<Theme> => {
  const current = (): Theme => ({ themeMode: options.current.themeMode, themeVariables: options.current.themeVariables });
  return { current, changes: options.options$, serverValue: current() };
};

/**
 * Returns the theme and the functions to change it.
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
