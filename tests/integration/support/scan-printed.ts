import decodeQr from 'qr/decode.js';

/** The text in a QR code that is printed with half blocks, light on dark. */
export const scanPrinted = (output: string): string => {
  const lines = output.split('\n').filter((line) => /^[█▀▄ ]{20,}$/.test(line));
  const rows = lines.flatMap((line) => ['█▀', '█▄'].map((light) => [...line].map((char) => light.includes(char))));
  const scale = 4;
  const [width, height] = [(rows[0]?.length ?? 0) * scale, rows.length * scale];
  const data = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      data.fill(rows[Math.floor(y / scale)]?.[Math.floor(x / scale)] ? 255 : 0, (y * width + x) * 4, (y * width + x) * 4 + 3);
  return decodeQr({ width, height, data });
};
