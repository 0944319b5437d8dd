import { domainToASCII } from 'node:url';

/** RFC 5321, 4.5.3.1. */
const MAX_LOCAL_CHARACTERS = 64;
const MAX_CHARACTERS = 254;

/** A dot-atom of RFC 5322. Quoted local parts are rare, and a source of errors in mail software. */
const LOCAL = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
/** A domain name whose last label is not a number. Address literals have no account. */
const DOMAIN = new RegExp(`^(?:${LABEL}\\.)+(?!\\d+$)${LABEL}$`);

/**
 * Returns the canonical form of an email address; `null` if it is none. Accounts are identified by it, and mails are sent to it, never to the
 * text that the user typed: two texts with one canonical form are one mailbox.
 *
 * - White space around it is removed.
 * - The domain is in lower case and in ASCII (IDNA).
 * - The local part is in lower case. Mail systems could tell cases apart, but none in use does.
 * - The local part is ASCII: Unicode has letters that change under lower case or look alike.
 * - Dots and `+tags` stay: with some providers they are other mailboxes.
 */
export const canonicalEmail = (text: string): string | null => {
  const address = text.trim();
  const at = address.lastIndexOf('@');
  const local = address.slice(0, at).toLowerCase();
  if (at < 1 || local.length > MAX_LOCAL_CHARACTERS || !LOCAL.test(address.slice(0, at))) return null;
  const domain = domainToASCII(address.slice(at + 1));
  const canonical = `${local}@${domain}`;
  return DOMAIN.test(domain) && canonical.length <= MAX_CHARACTERS ? canonical : null;
};
