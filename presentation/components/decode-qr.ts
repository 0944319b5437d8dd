import decodeQR from 'qr/decode.js';

/**
 * Reads the QR code in a picture; `null` without one that can be read. Import this file lazily: it contains the decoder.
 * @see ISO/IEC 18004
 */
export const decodeQr = ({ width, height, data }: Pick<ImageData, 'width' | 'height' | 'data'>): string | null => {
  try {
    return decodeQR({ width, height, data });
  } catch {
    // The decoder throws for a picture without a code, as most are.
    return null;
  }
};
