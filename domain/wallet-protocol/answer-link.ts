import { utf8ToBytes } from '@noble/hashes/utils.js';
import { base64nopad } from '@scure/base';
import * as v from 'valibot';
import { linkParts, linkQuery } from '../directory/link-parts.js';
import { safeAppLink } from '../directory/safe-link.js';
import { read, readJson } from '../wire.js';

/** The wallet on this device that a person paired with. */
export interface WalletChoice {
  /** The wallet's own address: a scheme or a universal link. */
  readonly href: string;
  readonly name: string;
}

/** A link that brings a wallet up, so that its owner sees what it is asked. */
export interface AnswerLink {
  readonly href: string;
  readonly target: '_blank' | '_self' | '_top';
}

const choiceSchema = v.object({ href: v.pipe(v.unknown(), v.transform(safeAppLink), v.string()), name: v.fallback(v.string(), '') });

/** Reads a stored choice; what makes no sense, or could run code, is `null`. */
export const parseWalletChoice = (text: string | null): WalletChoice | null => read(choiceSchema, readJson(text ?? ''));

/** A wallet that is a bot of Telegram. @see https://core.telegram.org/bots/webapps#direct-link-mini-apps */
const TELEGRAM_WALLET = /^https:\/\/t\.me\//i;

/**
 * The link that brings a wallet up for a request. Wallets inside of Telegram take what they need from `startapp`.
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign/deep-linking
 */
export const answerLink = (
  { href }: WalletChoice,
  { requestId, topic }: { readonly requestId: number; readonly topic: string },
  { telegram, iframe }: { readonly telegram: boolean; readonly iframe: boolean },
): AnswerLink => {
  const asked = `requestId=${requestId}&sessionTopic=${topic}`;
  const [path, own] = linkParts(href);
  const link = TELEGRAM_WALLET.test(href)
    ? `${path.slice(0, -1)}?${linkQuery(own, `startapp=${base64nopad.encode(utf8ToBytes(asked))}`)}`
    : `${path}wc?${linkQuery(own, asked)}`;
  if (telegram || /^https?:\/\//i.test(link)) return { href: link, target: '_blank' };
  return { href: link, target: iframe ? '_top' : '_self' };
};
