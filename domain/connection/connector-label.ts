/** Longest name of a wallet that is kept, in characters. */
const MAX_NAME_LENGTH = 64;
/** Largest icon of a wallet that is kept, in bytes of its `data:` URL. */
export const MAX_ICON_BYTES = 256 * 1024;

/** Raster pictures, and SVG, which cannot run scripts inside an `<img>`. @see https://datatracker.ietf.org/doc/html/rfc2397 */
const ICON = /^data:image\/(?:png|jpe?g|gif|webp|svg\+xml)[;,]/i;

/**
 * A wallet's own name, safe to show: no control, bidi or other invisible characters, no piles of combining marks, single
 * blanks, at most 64 characters. An empty text when nothing is left.
 */
export const sanitizeName = (name: unknown): string => {
  if (typeof name !== 'string') return '';
  const visible = name
    .slice(0, 16 * MAX_NAME_LENGTH)
    .replace(/[\p{Cf}\p{Cs}\p{Co}\p{Cn}]+/gu, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .normalize('NFC')
    .replace(/(\p{M}{3})\p{M}+/gu, '$1');
  return Array.from(visible.trim()).slice(0, MAX_NAME_LENGTH).join('').trim();
};

/** A wallet's own icon if it is a picture in a `data:` URL of at most `maxBytes`, else `null`. Show it in an `<img>` only. */
export const safeIcon = (icon: unknown, maxBytes: number = MAX_ICON_BYTES): string | null => {
  if (typeof icon !== 'string' || icon.length > maxBytes + 64) return null;
  const url = icon.trim();
  return ICON.test(url) && url.length <= maxBytes ? url : null;
};
