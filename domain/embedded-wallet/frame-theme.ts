import type { ThemeMode, ThemeVariables } from '../options/options.js';
import type { FrameTheme } from './frame-actions.js';

/** Colors of the modal's card, and the default accent. */
const BACKGROUNDS = { dark: '#121316', light: '#ffffff' } as const;
const ACCENT = '#e5b567';

/**
 * Returns the theme as frames read it, with the names that their authors know. In mode `auto` the frame follows the system, as the modal does.
 * @see docs/guides/customize.md for the variables
 */
export const frameThemeOf = (mode: ThemeMode, variables: ThemeVariables): FrameTheme => ({
  ...(mode === 'auto' ? {} : { themeMode: mode }),
  themeVariables: Object.fromEntries(Object.entries(variables).map(([name, value]) => [name.replace(/^--lk-/, '--w3m-'), value])),
  w3mThemeVariables: {
    '--w3m-accent': variables['--lk-accent'] ?? ACCENT,
    ...(mode === 'auto' ? {} : { '--w3m-background': BACKGROUNDS[mode] }),
  },
});
