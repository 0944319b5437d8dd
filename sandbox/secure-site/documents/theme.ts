/** What is taken from the theme of the app. */
export interface Theme {
  /** `null`: that of the browser. */
  readonly mode: 'light' | 'dark' | null;
  /** `#rrggbb`, or `null`: that of the site. */
  readonly accent: string | null;
}

export const DEFAULT_THEME: Theme = { mode: null, accent: null };

/** Backgrounds of the pages, as in the style sheet. */
export const BACKGROUNDS: Readonly<Record<'light' | 'dark', string>> = { light: '#ffffff', dark: '#121316' };

/** Least contrast of the accent to the page and of the text on it. @see https://www.w3.org/TR/WCAG22/#contrast-minimum */
const MIN_CONTRAST = 4.5;

/** @see https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
const luminance = (color: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return channel <= 0.040_45 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** Contrast of two colors, from 1 to 21. */
export const contrast = (first: string, second: string): number => {
  const [darker = 0, lighter = 0] = [luminance(first), luminance(second)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
};

/** Black or white: what is read better on a color. */
export const textOn = (color: string): string => (contrast(color, '#000000') > contrast(color, '#ffffff') ? '#000000' : '#ffffff');

const HEX = /^#(?:[\da-f]{3}|[\da-f]{6})$/i;

/** What a color is mixed with until it can be read on the page. */
const INK: Readonly<Record<'light' | 'dark', number>> = { light: 0, dark: 0xff };

/** Returns a shade of a color. @param share of the ink, from 0 to 1 */
const shade = (color: string, ink: number, share: number): string => {
  const channels = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(color.slice(start, start + 2), 16);
    return Math.round(channel + (ink - channel) * share)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${channels.join('')}`;
};

/** Shades that are tried: a twentieth more ink each. The last one is black or white. */
const SHARES = Array.from({ length: 21 }, (_, index) => index / 20);

/** Returns a color of the app, or the nearest shade of it that can be read on the page; `null` for anything else. */
export const accentOf = (color: unknown, mode: 'light' | 'dark'): string | null => {
  if (typeof color !== 'string' || !HEX.test(color)) return null;
  const long = color.length === 4 ? `#${[...color.slice(1)].map((digit) => digit + digit).join('')}` : color;
  const isReadable = (each: string): boolean =>
    contrast(each, BACKGROUNDS[mode]) >= MIN_CONTRAST && contrast(each, textOn(each)) >= MIN_CONTRAST;
  return SHARES.map((share) => shade(long, INK[mode], share)).find(isReadable) ?? null;
};

/** Applies a theme to the document. The accent is tested against the mode that is on. */
export const applyTheme = ({ mode, accent }: Theme): void => {
  const { dataset, style } = document.documentElement;
  const shown = mode ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
  const usable = accentOf(accent, shown);
  dataset['mode'] = shown;
  if (usable === null) for (const name of ['--accent', '--on-accent']) style.removeProperty(name);
  else {
    style.setProperty('--accent', usable);
    style.setProperty('--on-accent', textOn(usable));
  }
};
