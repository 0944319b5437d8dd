import { safeIcon, sanitizeName } from '../../domain/connection/connector-label.js';
import { type Eip1193Provider, isEip1193Provider } from './eip1193.js';

/** What an announcement says, made safe to show. */
export interface Announcement {
  readonly provider: Eip1193Provider;
  readonly uuid: string;
  /** `null` when it is no reverse domain name. */
  readonly rdns: string | null;
  /** The rdns, else a stand-in made of the name: the base of the connector's id. */
  readonly key: string;
  readonly name: string;
  readonly icon: string | null;
}

/**
 * A reverse domain name: two labels or more, at most 253 characters as RFC 1035 has it. No `#`, so that the ids of
 * doubles (`rdns#2`) cannot be forged, and no bare word, so that no reserved connector id can be taken.
 */
const RDNS = /^(?=.{3,253}$)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?)+$/;

const slugOf = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]+/g, '-');

/**
 * Reads a foreign `eip6963:announceProvider` event, or gives `null` when it is none. Each property is read once, since
 * a getter may throw or change its mind.
 * @see https://eips.ethereum.org/EIPS/eip-6963
 */
export const readAnnouncement = (event: unknown): Announcement | null => {
  try {
    // Whatever the shape really is: a wrong one throws here or fails the checks below.
    const { info, provider } = (
      event as { readonly detail: { readonly info: Readonly<Record<string, unknown>>; readonly provider: unknown } }
    ).detail;
    const { uuid, name, icon, rdns } = info;
    if (typeof uuid !== 'string' || typeof name !== 'string' || typeof rdns !== 'string' || !isEip1193Provider(provider)) return null;
    // Domain names know no letter case: two spellings are one claim.
    const domain = rdns.toLowerCase();
    const valid = RDNS.test(domain);
    const shown = sanitizeName(name);
    const key = valid ? domain : `wallet:${slugOf(shown)}`;
    return { provider, uuid, rdns: valid ? domain : null, key, name: shown || key, icon: typeof icon === 'string' ? safeIcon(icon) : null };
  } catch {
    return null;
  }
};
