/** The `detail` of a hostile wallet's announcement: any value. */
export type HostileAnnouncement = unknown;

/** Creates a provider for a wallet with this rdns. */
export type MakeProvider = (rdns: string) => object;

const svg = (inner: string): string =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">${inner}</svg>`)}`;

const square = (color: string): string => svg(`<rect width="8" height="8" fill="${color}"/>`);

const announcement = (rdns: string, name: string, icon: string, make: MakeProvider): HostileAnnouncement => ({
  info: { uuid: crypto.randomUUID(), rdns, name, icon },
  provider: make(rdns),
});

/** A valid icon of ten mebibytes: a square and a very long comment. */
const BIG_ICON_BYTES = 10 * 1024 * 1024;
const bigIcon = (): string => {
  const picture = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="red"/><!--';
  return `data:image/svg+xml,${encodeURIComponent(picture)}${'a'.repeat(BIG_ICON_BYTES)}${encodeURIComponent('--></svg>')}`;
};

const RAN = 'parent.sandboxHostile?.scriptRan=true;globalThis.sandboxHostile&&(sandboxHostile.scriptRan=true)';
const scriptIcon = (): string =>
  svg(`<script>${RAN}</script><rect width="8" height="8" fill="purple" onload="${RAN}"/><image href="x" onerror="${RAN}"/>`);

/** An announcement whose getter throws when the page reads the field. */
const throwing = (field: string, make: MakeProvider): HostileAnnouncement => {
  const rdns = `dev.hostile.throws-${field}`;
  const info = { uuid: crypto.randomUUID(), rdns, name: 'Thrower', icon: square('black') };
  const trap = (): never => {
    throw new Error(`The getter of ${field} threw.`);
  };
  if (field === 'info' || field === 'provider') {
    return Object.defineProperty({ info, provider: make(rdns) }, field, { get: trap, enumerable: true });
  }
  return { info: Object.defineProperty(info, field, { get: trap, enumerable: true }), provider: make(rdns) };
};

/** Invalid announcements: each one lacks a field or has an invalid one. */
const malformed = (make: MakeProvider): readonly HostileAnnouncement[] => {
  const info = { uuid: crypto.randomUUID(), rdns: 'dev.hostile.malformed', name: 'Malformed', icon: square('gray') };
  const provider = make(info.rdns);
  return [
    undefined,
    null,
    0,
    'announcement',
    [],
    {},
    { provider },
    { info: null, provider },
    { info: 'info', provider },
    { info },
    { info, provider: null },
    { info, provider: {} },
    { info, provider: { request: 'not a function' } },
    { info: { ...info, name: undefined }, provider },
    { info: { ...info, name: 42 }, provider },
    { info: { ...info, name: '' }, provider },
    { info: { ...info, rdns: undefined }, provider },
    { info: { ...info, rdns: { toString: () => 'dev.hostile.object' } }, provider },
    { info: { ...info, uuid: undefined }, provider },
    { info: { ...info, icon: undefined }, provider },
    { info: { ...info, icon: 7 }, provider },
    ...['info', 'provider', 'name', 'icon', 'rdns', 'uuid'].map((field) => throwing(field, make)),
  ];
};

/** Control and direction characters, markup, and an extremely long name. */
const names = (make: MakeProvider): readonly HostileAnnouncement[] =>
  [
    'Safe \u202Etellaw\u202C',
    '\u2066Isolated\u2069 Wallet',
    'Bell\u0007 and\u0000 null',
    'Zero\u200Bwidth\uFEFF Wallet',
    'Two\nlines\tand a tab',
    '<img src=x onerror="sandboxHostile.scriptRan=true">',
    '\u0301'.repeat(200),
    `Endless ${'name '.repeat(2_000)}`,
    '   ',
  ].map((name, index) => announcement(`dev.hostile.name-${index}`, name, square('teal'), make));

/** Hostile wallets by query parameter. */
export const HOSTILE_WALLETS: Readonly<Record<string, (make: MakeProvider) => readonly HostileAnnouncement[]>> = {
  /** Two announcements with one rdns and different icons, and one with the rdns of the sandbox's own wallet. */
  'same-rdns': (make) => [
    announcement('dev.hostile.twin', 'Twin Wallet', square('green'), make),
    announcement('dev.hostile.twin', 'Twin Wallet', square('orange'), make),
    announcement('dev.latchkey.sandbox', 'Sandbox Wallet', square('red'), make),
  ],
  'big-icon': (make) => [announcement('dev.hostile.big-icon', 'Heavy Wallet', bigIcon(), make)],
  'script-icon': (make) => [announcement('dev.hostile.script-icon', 'Scripted Wallet', scriptIcon(), make)],
  /** Icons that are not images, or that would make network requests. Port 9 is the discard service. */
  'remote-icon': (make) =>
    [
      'http://127.0.0.1:9/icon.png',
      '//127.0.0.1:9/icon.png',
      'javascript:sandboxHostile.scriptRan=true',
      'data:text/html,<script>parent.sandboxHostile.scriptRan=true</script>',
      'blob:null',
      '',
    ].map((icon, index) => announcement(`dev.hostile.icon-${index}`, `Icon Wallet ${index}`, icon, make)),
  names,
  malformed,
};

/** Many valid wallets. */
export const makeCrowd = (count: number, make: MakeProvider): readonly HostileAnnouncement[] =>
  Array.from({ length: count }, (_, index) =>
    announcement(`dev.hostile.crowd-${index}`, `Crowd Wallet ${index}`, square(`hsl(${index % 360} 60% 50%)`), make),
  );
