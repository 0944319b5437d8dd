import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

/** Width of a picture and of one of its squares, in pixels. */
const EDGE = 64;
const SQUARE = 8;
const HALF = EDGE / SQUARE / 2;

/** @see https://www.w3.org/TR/png-3/#5PNG-file-signature */
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** @see https://www.w3.org/TR/png-3/#5Chunk-layout */
const chunk = (type: string, data: Buffer): Buffer => {
  const typed = Buffer.concat([Buffer.from(type, 'ascii'), data]);
  const [length, crc] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  crc.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, crc]);
};

/** Draws a unique picture for a text: a mirrored two-color pattern, as a PNG of 64 × 64 pixels. */
export const drawPicture = (text: string): Buffer => {
  const digest = createHash('sha256').update(text).digest();
  const header = Buffer.alloc(13);
  header.writeUInt32BE(EDGE, 0);
  header.writeUInt32BE(EDGE, 4);
  // 8 bits per pixel, indexed color.
  header.set([8, 3, 0, 0, 0], 8);
  const ground = [...digest.subarray(0, 3)].map((byte) => 24 + (byte % 96));
  const ink = [...digest.subarray(3, 6)].map((byte) => 160 + (byte % 96));
  const rows = Buffer.alloc(EDGE * (EDGE + 1));
  for (let y = 0; y < EDGE; y += 1) {
    for (let x = 0; x < EDGE; x += 1) {
      const column = Math.floor(x / SQUARE);
      const mirrored = column < HALF ? column : 2 * HALF - 1 - column;
      const square = Math.floor(y / SQUARE) * HALF + mirrored;
      rows[y * (EDGE + 1) + 1 + x] = (digest[square % digest.length] ?? 0) & 1;
    }
  }
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from([...ground, ...ink])),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};
