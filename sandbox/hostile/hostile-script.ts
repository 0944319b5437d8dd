import { HOSTILE_WALLETS, type HostileAnnouncement, makeCrowd } from './hostile-wallets.js';

/**
 * Wallets that misbehave while announcing themselves. Each is enabled by a query parameter of the script's URL:
 * `?same-rdns&big-icon&script-icon&remote-icon&names&malformed&count=1000&late=500`.
 * They announce immediately and on request; with `late`, only once, that many milliseconds after the script loads.
 * Their requests are recorded in `window.sandboxHostile.requests`. `scriptRan` is true if a script in an icon ran.
 */
interface HostileRecord {
  requests: { readonly rdns: string; readonly method: unknown }[];
  scriptRan: boolean;
}

const record: HostileRecord = { requests: [], scriptRan: false };
Object.assign(window, { sandboxHostile: record });

const switches = new URL((document.currentScript as HTMLScriptElement).src).searchParams;

/** A provider that rejects every request and records it. */
const providerOf = (rdns: string): object => ({
  request: (request: { readonly method?: unknown }) => {
    record.requests.push({ rdns, method: request?.method });
    return Promise.reject(Object.assign(new Error('This wallet rejects every request.'), { code: 4200 }));
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
