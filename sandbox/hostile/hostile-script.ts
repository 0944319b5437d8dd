import { HOSTILE_WALLETS, type HostileAnnouncement, makeCrowd } from './hostile-wallets.js';

/**
 * Wallets that misbehave while they announce themselves. Each is switched on in the script's own address:
 * `?same-rdns&big-icon&script-icon&remote-icon&names&malformed&count=1000&late=500`.
 * They announce at once and whenever a page asks; with `late`, only once, that many milliseconds after the page loaded the script.
 * What they were asked stands in `window.sandboxHostile.requests`; `scriptRan` tells whether a script in an icon ever ran.
 */
interface HostileRecord {
  requests: { readonly rdns: string; readonly method: unknown }[];
  scriptRan: boolean;
}

const record: HostileRecord = { requests: [], scriptRan: false };
Object.assign(window, { sandboxHostile: record });

const switches = new URL((document.currentScript as HTMLScriptElement).src).searchParams;

/** A provider that says no to everything and remembers what it was asked. */
const providerOf = (rdns: string): object => ({
  request: (request: { readonly method?: unknown }) => {
    record.requests.push({ rdns, method: request?.method });
    return Promise.reject(Object.assign(new Error('A hostile wallet answers nothing.'), { code: 4200 }));
  },
  on: () => undefined,
  removeListener: () => undefined,
});

const announcements: readonly HostileAnnouncement[] = [
  ...Object.entries(HOSTILE_WALLETS).flatMap(([name, make]) => (switches.has(name) ? make(providerOf) : [])),
  ...makeCrowd(Number(switches.get('count') ?? 0), providerOf),
];

const announce = (): void => {
  for (const detail of announcements) window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
};

const lateMs = Number(switches.get('late') ?? 0);
if (lateMs > 0) setTimeout(announce, lateMs);
else {
  window.addEventListener('eip6963:requestProvider', announce);
  announce();
}
