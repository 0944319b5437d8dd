import type { Locator } from '@playwright/test';
import decodeQr from 'qr/decode.js';

/** Reads a QR code on screen from a picture of it, as a camera does. */
export const readCode = async (code: Locator): Promise<string> => {
  const picture = (await code.screenshot()).toString('base64');
  const blank = await code.page().context().newPage();
  const { data, width, height } = await blank.evaluate(async (png) => {
    const image = new Image();
    image.src = `data:image/png;base64,${png}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const drawing = canvas.getContext('2d');
    if (drawing === null) throw new Error('The browser draws no pictures.');
    drawing.drawImage(image, 0, 0);
    return { data: [...drawing.getImageData(0, 0, image.width, image.height).data], width: image.width, height: image.height };
  }, picture);
  await blank.close();
  return decodeQr({ data: Uint8ClampedArray.from(data), width, height });
};
