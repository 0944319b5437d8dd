import { utf8ToBytes } from '@noble/hashes/utils.js';
import { base64nopad } from '@scure/base';
import * as v from 'valibot';
import { sanitizeName } from '../connection/connector-label.js';
import { safeAppLink } from '../directory/safe-link.js';
import { appendQuery, splitLink } from '../directory/split-link.js';
import { parseJson, parseOrNull } from '../wire.js';

/** The paired wallet on this device. */
export interface PairedWallet {
  /** The wallet's custom scheme or universal link. */
  readonly href: string;
  readonly name: string;
}

/** A deep link that opens a wallet with a pending request. */
export interface RequestLink {
  readonly href: string;
  readonly target: '_blank' | '_self' | '_top';
}

const pairedWalletSchema = v.object({
  href: v.pipe(v.unknown(), v.transform(safeAppLink), v.string()),
  name: v.optional(v.pipe(v.unknown(), v.transform(sanitizeName)), ''),
});

/** Parses a stored wallet, an object or its JSON text; `null` if it is invalid or its link could run code. */
export const parsePairedWallet = (stored: unknown): PairedWallet | null =>
  parseOrNull(pairedWalletSchema, typeof stored === 'string' ? parseJson(stored) : stored);

/** A wallet that is a Telegram bot. @see https://core.telegram.org/bots/webapps#direct-link-mini-apps */
const TELEGRAM_WALLET = /^https:\/\/t\.me\//i;

/**
 * Builds the deep link that opens a wallet for a request. Telegram wallets receive the parameters in `startapp`.
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign/deep-linking
 */
export const requestLink = (
  { href }: PairedWallet,
  { requestId, topic }: { readonly requestId: number; readonly topic: string },
  { telegram, iframe }: { readonly telegram: boolean; readonly iframe: boolean },
): RequestLink => {
  const query = `requestId=${requestId}&sessionTopic=${topic}`;
  const [path, ownQuery] = splitLink(href);
  const link = TELEGRAM_WALLET.test(href)
    ? `${path.slice(0, -1)}?${appendQuery(ownQuery, `startapp=${base64nopad.encode(utf8ToBytes(query))}`)}`
    : `${path}wc?${appendQuery(ownQuery, query)}`;
  if (telegram || /^https?:\/\//i.test(link)) return { href: link, target: '_blank' };
  return { href: link, target: iframe ? '_top' : '_self' };
};
