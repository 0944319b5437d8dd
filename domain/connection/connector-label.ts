/** Maximum length of a wallet name, in characters. */
const MAX_NAME_LENGTH = 64;
/** Maximum size of a wallet icon, in bytes of its `data:` URL. */
export const MAX_ICON_BYTES = 256 * 1024;

/** Raster images, and SVG, which cannot run scripts in an `<img>`. @see https://datatracker.ietf.org/doc/html/rfc2397 */
const ICON = /^data:image\/(?:png|jpe?g|gif|webp|svg\+xml)[;,]/i;

/**
 * Sanitizes a wallet's name for display: removes control, bidi and other invisible characters (also the blank braille pattern), limits combining marks, collapses
 * whitespace and cuts to `maxLength` characters, 64 by default. Empty if nothing remains.
 */
export const sanitizeName = (name: unknown, maxLength: number = MAX_NAME_LENGTH): string => {
  if (typeof name !== 'string') return '';
  const visible = name
    .slice(0, 16 * maxLength)
    .replace(/[\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}\u2800]+/gu, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .normalize('NFC')
    .replace(/(\p{M}{3})\p{M}+/gu, '$1');
  return Array.from(visible.trim()).slice(0, maxLength).join('').trim();
};

/** Returns a wallet's icon if it is an image `data:` URL of at most `maxBytes`, else `null`. Show it in an `<img>` only. */
export const safeIcon = (icon: unknown, maxBytes: number = MAX_ICON_BYTES): string | null => {
  if (typeof icon !== 'string' || icon.length > maxBytes + 64) return null;
  const url = icon.trim();
  return ICON.test(url) && url.length <= maxBytes ? url : null;
};
