import { KNOWN_LINKS_LIMIT } from '../link-mode/link-mode-rules.js';
import { readOfficialValue } from './official-value.js';

/** Where the official core keeps the links of peers that take messages by link: of all clients that share the place, without a prefix. */
const LINKS = 'WALLETCONNECT_LINK_MODE_APPS';

/** The links that an official client has remembered, the latest last. */
export const officialLinks = (entries: readonly (readonly [key: string, value: unknown])[]): readonly string[] => {
  const links = readOfficialValue(entries.find(([key]) => key === LINKS)?.[1]);
  return Array.isArray(links) ? links.filter((link) => typeof link === 'string').slice(-KNOWN_LINKS_LIMIT) : [];
};
