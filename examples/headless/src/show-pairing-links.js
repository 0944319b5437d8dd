import encodeQr from 'qr';
import { say } from './say.js';

/** @import { Latchkey } from 'latchkey' */

/** White on black whatever the terminal's colours are, or no colour where there is no terminal. */
const [LIGHT_ON_DARK, RESET] = process.stdout.isTTY ? ['\u001b[97;40m', '\u001b[0m'] : ['', ''];

/** @param {string} uri */
const printCode = (uri) => {
  for (const line of encodeQr(uri, 'ascii').trimEnd().split('\n')) process.stdout.write(`${LIGHT_ON_DARK}${line}${RESET}\n`);
};

/**
 * Prints each pairing link as text and as a QR code. A link lasts some minutes; while nobody takes it up, the client makes
 * another in time. Whoever follows a link can ask for the connection: treat it as a secret.
 * @param {Latchkey} latchkey
 * @param {(uri: string) => void} onLink hears of each link too
 * @returns a function that stops it
 */
export const showPairingLinks = (latchkey, onLink) => {
  /** @type {string | undefined} */
  let shown;
  return latchkey.subscribeConnection(({ pairing: { wcUri, wcPairingExpiry } }) => {
    if (wcUri === undefined || wcUri === shown) return;
    shown = wcUri;
    printCode(wcUri);
    say('uri', wcUri);
    if (wcPairingExpiry !== undefined) say('valid until', new Date(wcPairingExpiry).toISOString());
    onLink(wcUri);
  });
};
