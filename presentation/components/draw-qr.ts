import { encodeQR } from 'qr';

/** Width of the quiet zone around a code, in modules. @see ISO/IEC 18004, section 9.1 */
export const QUIET_MODULES = 4;
/** Edge of a finder pattern, in modules. */
const FINDER = 7;
/** Corner radius of the free ends of modules, in modules. A half is a semicircle. */
const CORNER_RADIUS = 0.42;

const formatNumber = (value: number): string => String(Math.round(value * 100) / 100);

/** A rectangle with a radius for each corner, clockwise from the top left. */
const rectangle = (x: number, y: number, width: number, height: number, radii: readonly [number, number, number, number]): string => {
  const [a, b, c, d] = radii;
  const corner = (radius: number, dx: number, dy: number): string =>
    radius === 0 ? '' : `a${formatNumber(radius)} ${formatNumber(radius)} 0 0 1 ${formatNumber(dx * radius)} ${formatNumber(dy * radius)}`;
  return `M${formatNumber(x + a)} ${formatNumber(y)}h${formatNumber(width - a - b)}${corner(b, 1, 1)}v${formatNumber(height - b - c)}${corner(c, -1, 1)}h${formatNumber(
    d + c - width,
  )}${corner(d, -1, -1)}v${formatNumber(a + d - height)}${corner(a, 1, -1)}z`;
};

const uniformRadii = (radius: number): readonly [number, number, number, number] => [radius, radius, radius, radius];

/** Finder pattern: a ring and its core in their exact proportions. */
const finder = (x: number, y: number): string =>
  rectangle(x, y, 7, 7, uniformRadii(1.5)) +
  rectangle(x + 1, y + 1, 5, 5, uniformRadii(1)) +
  rectangle(x + 2, y + 2, 3, 3, uniformRadii(0.7));

/**
 * Draws a QR code as one SVG path for the even-odd fill rule, with its quiet zone. Adjacent modules form one shape with rounded free ends,
 * so that every module keeps its centre and nearly all of its area, which scanners measure.
 * @param code rows of modules, `true` for dark, without a quiet zone
 * @param hole edge of the free square in the middle for a picture, in modules; 0 for none
 */
const qrPath = (code: readonly (readonly boolean[])[], hole = 0): string => {
  const size = code.length;
  const first = (size - hole) / 2;
  const inHole = (x: number, y: number): boolean => hole > 0 && [x, y].every((at) => at + 1 > first && at < first + hole);
  const inFinder = (x: number, y: number): boolean =>
    (x < FINDER && (y < FINDER || y >= size - FINDER)) || (x >= size - FINDER && y < FINDER);
  const dark = (x: number, y: number): boolean => code[y]?.[x] === true && !inHole(x, y) && !inFinder(x, y);
  const radiusBeside = (neighbour: boolean): number => (neighbour ? 0 : CORNER_RADIUS);

  const edge = size - FINDER + QUIET_MODULES;
  const paths = [finder(QUIET_MODULES, QUIET_MODULES), finder(edge, QUIET_MODULES), finder(QUIET_MODULES, edge)];
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      if (!dark(x, y)) continue;
      let end = x;
      while (dark(end + 1, y)) end += 1;
      paths.push(
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
  return paths.join('');
};

/** A drawn QR code. */
export interface QrDrawing {
  /** Edge in modules, quiet zone included. */
  readonly size: number;
  readonly path: string;
}

/**
 * The picture takes a quarter of the code's edge, with a margin of one module on each side. It covers a sixteenth of the area, and error
 * correction level Q restores a quarter.
 */
const holeSize = (size: number): number => Math.ceil(size / 4) + 2;

/**
 * Draws a text as a QR code with error correction level Q. Import this file lazily: it contains the encoder.
 * @see ISO/IEC 18004
 */
export const drawQr = (text: string, withPicture: boolean): QrDrawing => {
  // The encoder requires a border of at least one module.
  const code = encodeQR(text, 'raw', { ecc: 'quartile', border: 1 })
    .slice(1, -1)
    .map((row) => row.slice(1, -1));
  return { size: code.length + 2 * QUIET_MODULES, path: qrPath(code, withPicture ? holeSize(code.length) : 0) };
};
