import fc from 'fast-check';
import { encodeQR } from 'qr';
import decodeQR from 'qr/decode.js';
import { describe, expect, it } from 'vitest';
import { drawQr, type QrDrawing, QUIET_MODULES } from '../../../presentation/components/draw-qr.js';
import { URI } from '../support/pairing.js';

type Point = readonly [x: number, y: number];

/** Points of a clockwise quarter circle between two points. */
const corner = ([ax, ay]: Point, [bx, by]: Point): readonly Point[] => {
  const [cx, cy] = (bx - ax) * (by - ay) > 0 ? [ax, by] : [bx, ay];
  const radius = Math.abs(bx - ax);
  const from = Math.atan2(ay - cy, ax - cx);
  return [1, 2, 3, 4, 5].map((step): Point => {
    const angle = from + (step / 6) * (Math.PI / 2);
    return [cx + radius * Math.cos(angle), cy + radius * Math.sin(angle)];
  });
};

/** Outlines of a path made of `M`, `h`, `v`, `a` and `z`. */
const outlines = (path: string): readonly (readonly Point[])[] =>
  path
    .split('z')
    .filter((outline) => outline !== '')
    .map((outline) => {
      const points: Point[] = [];
      let [x, y] = [0, 0];
      for (const [, command, text = ''] of outline.matchAll(/([Mhva])([^Mhva]*)/g)) {
        const values = text
          .trim()
          .split(/[\s,]+/)
          .map(Number);
        if (command === 'M') [x, y] = [values[0] ?? 0, values[1] ?? 0];
        else if (command === 'h') x += values[0] ?? 0;
        else if (command === 'v') y += values[0] ?? 0;
        else {
          const to: Point = [x + (values[5] ?? 0), y + (values[6] ?? 0)];
          points.push(...corner([x, y], to));
          [x, y] = to;
        }
        points.push([x, y]);
      }
      return points;
    });

const crosses = ([ax, ay]: Point, [bx, by]: Point, [x, y]: Point): boolean =>
  ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax);

/** Rasterizes a drawing with `scale` pixels per module and the even-odd fill rule. */
const paint = (
  { size, path }: QrDrawing,
  scale: number,
): { readonly width: number; readonly height: number; readonly data: Uint8Array } => {
  const width = size * scale;
  const data = new Uint8Array(width * width * 4).fill(255);
  for (const outline of outlines(path)) {
    const xs = outline.map(([x]) => x);
    const ys = outline.map(([, y]) => y);
    const [left, right] = [Math.floor(Math.min(...xs) * scale), Math.ceil(Math.max(...xs) * scale)];
    const [top, bottom] = [Math.floor(Math.min(...ys) * scale), Math.ceil(Math.max(...ys) * scale)];
    for (let row = top; row < bottom; row += 1) {
      for (let column = left; column < right; column += 1) {
        const point: Point = [(column + 0.5) / scale, (row + 0.5) / scale];
        const inside = outline.filter((from, index) => crosses(from, outline[(index + 1) % outline.length]!, point)).length % 2 === 1;
        const at = (row * width + column) * 4;
        // Even-odd rule: a second shape over a point clears it.
        if (inside) data.fill(255 - (data[at] ?? 0), at, at + 3);
      }
    }
  }
  return { width, height: width, data };
};

const modulesOf = (drawing: QrDrawing): readonly (readonly boolean[])[] => {
  const { data, width } = paint(drawing, 1);
  return Array.from({ length: drawing.size }, (_, y) => Array.from({ length: drawing.size }, (__, x) => data[(y * width + x) * 4] === 0));
};

describe('drawQr', () => {
  it('draws every module and keeps the quiet zone empty', () => {
    const drawing = drawQr(URI, false);
    const code = encodeQR(URI, 'raw', { ecc: 'quartile', border: QUIET_MODULES });
    expect(drawing.size).toBe(code.length);
    expect(modulesOf(drawing)).toEqual(code);
  });

  it.each([false, true])('is readable by a scanner (with a picture: %s)', (withPicture) => {
    expect(decodeQR(paint(drawQr(URI, withPicture), 4))).toBe(URI);
  });

  it('keeps a square with a margin free for the picture', () => {
    const drawing = drawQr(URI, true);
    const modules = modulesOf(drawing);
    const edge = drawing.size - 2 * QUIET_MODULES;
    const half = Math.ceil(edge / 4) / 2 + 0.5;
    const middle = drawing.size / 2;
    const dark = modules.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [[x + 0.5, y + 0.5] as const] : [])));
    expect(dark.filter(([x, y]) => Math.abs(x - middle) < half && Math.abs(y - middle) < half)).toEqual([]);
  });

  it('encodes any text that can be a link', () => {
    fc.assert(
      fc.property(fc.webUrl({ withFragments: true, withQueryParameters: true, size: 'medium' }), (url) => {
        expect(decodeQR(paint(drawQr(url, true), 3))).toBe(url);
      }),
      { numRuns: 15 },
    );
  });
});
