import decodeQr from 'qr/decode.js';

/** Larger pictures are made smaller first: the code in them is still large enough. */
const MAX_PIXELS_WIDE = 2_000;

/** How long to look. */
const LOOK_MS = 4_000;

const open = async (picture: Blob): Promise<ImageBitmap> => {
  try {
    return await createImageBitmap(picture);
  } catch (error) {
    throw new Error('This browser cannot read the picture.', { cause: error });
  }
};

/**
 * The text of the QR code in a picture, such as a screenshot.
 * @throws Error when there is none, or the picture is none
 * @see https://www.iso.org/standard/83389.html
 */
export const scanPicture = async (picture: Blob): Promise<string> => {
  const bitmap = await open(picture);
  const scale = Math.min(1, MAX_PIXELS_WIDE / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(bitmap.width * scale);
  canvas.height = Math.round(bitmap.height * scale);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('This browser cannot draw the picture.');
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height);
  try {
    return decodeQr({ data, width, height }, { timeLimit: LOOK_MS });
  } catch (error) {
    throw new Error('There is no readable QR code in this picture.', { cause: error });
  }
};
