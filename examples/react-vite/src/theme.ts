type Mode = 'light' | 'dark';

const KEY = 'demo-theme';

/** The theme of the system. */
export const systemTheme = (): Mode => (matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark');

/** The theme that the user has chosen, or that of the system if there is none or storage is unavailable. */
export const initialTheme = (): Mode => {
  try {
    const stored = localStorage.getItem(KEY);
    return stored === 'light' || stored === 'dark' ? stored : systemTheme();
  } catch {
    return systemTheme();
  }
};

/** Applies a theme. */
export const showTheme = (mode: Mode): void => {
  document.documentElement.dataset['theme'] = mode;
};

/** Stores the user's choice. */
export const storeTheme = (mode: Mode): void => {
  try {
    localStorage.setItem(KEY, mode);
  } catch {
    // Storage is unavailable: the theme resets on reload.
  }
};
