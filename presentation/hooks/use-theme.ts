import { useCallback } from 'react';
import type { Latchkey, Theme } from '../../application/latchkey.js';
import type { ThemeMode, ThemeVariables } from '../../domain/options/options.js';
import { themeModeOf } from '../../domain/options/theme-mode.js';
import { useLatchkeyContext } from './use-latchkey.js';
import { useObservable, type Watched } from './use-observable.js';

/** The current theme and the functions to change it. */
export interface ThemeControl {
  readonly mode: ThemeMode;
  readonly variables: ThemeVariables;
  /** Sets the app's mode, which also replaces a mode that the user chose. */
  readonly setMode: (mode: ThemeMode) => void;
  /** Sets the mode for the user of this browser. It is kept across reloads and used instead of the app's. */
  readonly chooseMode: (mode: ThemeMode) => void;
  /** Merges with the variables already set. */
  readonly setVariables: (variables: ThemeVariables) => void;
}

const watch = ({ options }: Latchkey): Watched<Theme> => {
  const { themeMode, themeVariables } = options.current;
  return {
    current: () => ({ themeMode: themeModeOf(options.current), themeVariables: options.current.themeVariables }),
    changes: options.options$,
    // A server does not know what the user chose.
    serverValue: { themeMode, themeVariables },
  };
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
  const chooseMode = useCallback((next: ThemeMode) => client.chooseThemeMode(next), [client]);
  const setVariables = useCallback((added: ThemeVariables) => client.setThemeVariables(added), [client]);
  return { mode, variables, setMode, chooseMode, setVariables };
};
