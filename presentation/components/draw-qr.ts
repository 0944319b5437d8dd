import { encodeQR } from 'qr';
import { QUIET_MODULES, qrPath } from './qr-path.js';

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
