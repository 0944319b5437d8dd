import { encodeQR } from 'qr';

/** Modules around a code that stay light, so that a camera finds its edge. @see ISO/IEC 18004, section 9.1 */
export const QUIET_MODULES = 4;
/** Edge of a finder pattern, in modules. */
const FINDER = 7;
/** How round the free ends of modules are, in modules. A half is a semicircle. */
const ROUND = 0.42;

const number = (value: number): string => String(Math.round(value * 100) / 100);

/** A rectangle with a radius for each corner, clockwise from the top left. */
const rectangle = (x: number, y: number, width: number, height: number, radii: readonly [number, number, number, number]): string => {
  const [a, b, c, d] = radii;
  const corner = (radius: number, dx: number, dy: number): string =>
    radius === 0 ? '' : `a${number(radius)} ${number(radius)} 0 0 1 ${number(dx * radius)} ${number(dy * radius)}`;
  return `M${number(x + a)} ${number(y)}h${number(width - a - b)}${corner(b, 1, 1)}v${number(height - b - c)}${corner(c, -1, 1)}h${number(
    d + c - width,
  )}${corner(d, -1, -1)}v${number(a + d - height)}${corner(a, 1, -1)}z`;
};

const even = (radius: number): readonly [number, number, number, number] => [radius, radius, radius, radius];

/** One of the three large squares by which a camera finds the code: a ring and its core, in their exact proportions. */
const finder = (x: number, y: number): string =>
  rectangle(x, y, 7, 7, even(1.5)) + rectangle(x + 1, y + 1, 5, 5, even(1)) + rectangle(x + 2, y + 2, 3, 3, even(0.7));

/**
 * A QR code as one SVG path, to be filled by the even-odd rule, with its quiet zone left free around it. Modules that touch are
 * one shape, and only their free ends are round: every module keeps its centre and nearly all of its area, which is what
 * scanners measure.
 * @param code rows of modules, `true` for dark, without a quiet zone
 * @param hole edge of the square in the middle that stays free for a picture, in modules; 0 for none
 */
const qrPath = (code: readonly (readonly boolean[])[], hole = 0): string => {
  const size = code.length;
  const first = (size - hole) / 2;
  const inHole = (x: number, y: number): boolean => hole > 0 && [x, y].every((at) => at + 1 > first && at < first + hole);
  const inFinder = (x: number, y: number): boolean =>
    (x < FINDER && (y < FINDER || y >= size - FINDER)) || (x >= size - FINDER && y < FINDER);
  const dark = (x: number, y: number): boolean => code[y]?.[x] === true && !inHole(x, y) && !inFinder(x, y);
  const radiusBeside = (neighbour: boolean): number => (neighbour ? 0 : ROUND);

  const edge = size - FINDER + QUIET_MODULES;
  const parts = [finder(QUIET_MODULES, QUIET_MODULES), finder(edge, QUIET_MODULES), finder(QUIET_MODULES, edge)];
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      if (!dark(x, y)) continue;
      let end = x;
      while (dark(end + 1, y)) end += 1;
      parts.push(
        rectangle(x + QUIET_MODULES, y + QUIET_MODULES, end - x + 1, 1, [
          radiusBeside(dark(x, y - 1)),
          radiusBeside(dark(end, y - 1)),
          radiusBeside(dark(end, y + 1)),
          radiusBeside(dark(x, y + 1)),
        ]),
      );
      x = end;
    }
  }
  return parts.join('');
};

/** A QR code ready to be shown. */
export interface QrDrawing {
  /** Edge in modules, quiet zone included. */
  readonly size: number;
  readonly path: string;
}

/**
 * The picture takes a quarter of the code's edge: a sixteenth of its area, of which the level below restores a quarter. It
 * stands in a margin of one module on each side.
 */
const holeOf = (size: number): number => Math.ceil(size / 4) + 2;

/**
 * Draws a text as a QR code with error correction level Q. The only file that brings the encoder: reach it by `import()`.
 * @see ISO/IEC 18004
 */
export const drawQr = (text: string, withPicture: boolean): QrDrawing => {
  // The encoder leaves at least one module around the code.
  const code = encodeQR(text, 'raw', { ecc: 'quartile', border: 1 })
    .slice(1, -1)
    .map((row) => row.slice(1, -1));
  return { size: code.length + 2 * QUIET_MODULES, path: qrPath(code, withPicture ? holeOf(code.length) : 0) };
};
