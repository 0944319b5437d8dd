import type { Options, ThemeMode } from './options.js';

const THEME_MODES: readonly string[] = ['light', 'dark', 'auto'] satisfies readonly ThemeMode[];

/** Tests whether a text is a theme mode. */
export const isThemeMode = (text: string): text is ThemeMode => THEME_MODES.includes(text);

/** Returns the theme mode in use: the user's choice, else the app's. */
export const themeModeOf = ({ chosenThemeMode, themeMode }: Pick<Options, 'chosenThemeMode' | 'themeMode'>): ThemeMode =>
  chosenThemeMode ?? themeMode;
