type Mode = 'light' | 'dark';

const KEY = 'demo-theme';

/** The stored theme; dark by default and when storage is unavailable. */
export const initialTheme = (): Mode => {
  try {
    return localStorage.getItem(KEY) === 'light' ? 'light' : 'dark';
  } catch {
    return 'dark';
  }
};

/** Applies a theme and stores it. */
export const showTheme = (mode: Mode): void => {
  document.documentElement.dataset['theme'] = mode;
  try {
    localStorage.setItem(KEY, mode);
  } catch {
    // Storage is unavailable: the theme resets on reload.
  }
};
