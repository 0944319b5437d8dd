type Mode = 'light' | 'dark';

const KEY = 'demo-theme';

/** The theme that was chosen last; dark at first, and where the browser keeps nothing. */
export const initialTheme = (): Mode => {
  try {
    return localStorage.getItem(KEY) === 'light' ? 'light' : 'dark';
  } catch {
    return 'dark';
  }
};

/** Gives the page a theme, and remembers it where the browser keeps something. */
export const showTheme = (mode: Mode): void => {
  document.documentElement.dataset['theme'] = mode;
  try {
    localStorage.setItem(KEY, mode);
  } catch {
    // The theme lasts until the next load.
  }
};
