// @ts-check
import encodeQr from 'qr';
import { say } from './print.js';

/** @import { Latchkey } from 'latchkey' */

/** White on black whatever the terminal theme is. No colours when stdout is not a terminal. */
const [LIGHT_ON_DARK, RESET] = process.stdout.isTTY ? ['\u001b[97;40m', '\u001b[0m'] : ['', ''];

/** @param {string} uri */
const printQrCode = (uri) => {
  for (const line of encodeQr(uri, 'ascii').trimEnd().split('\n')) process.stdout.write(`${LIGHT_ON_DARK}${line}${RESET}\n`);
};

/**
 * Prints each pairing URI as text and as a QR code. A URI expires after a few minutes; the client then creates a new one.
 * Anyone who has the URI can pair, so treat it as a secret.
 * @param {Latchkey} latchkey
 * @param {(uri: string) => void} onLink called with each pairing URI
 * @returns a function that stops printing
 */
export const showPairingLinks = (latchkey, onLink) => {
  /** @type {string | undefined} */
  let lastUri;
  return latchkey.subscribeConnection(({ pairing: { wcUri, wcPairingExpiry } }) => {
    if (wcUri === undefined || wcUri === lastUri) return;
    lastUri = wcUri;
    printQrCode(wcUri);
    say('uri', wcUri);
    if (wcPairingExpiry !== undefined) say('valid until', new Date(wcPairingExpiry).toISOString());
    onLink(wcUri);
  });
};
