import type { ReactElement } from 'react';

/** Strokes on a 24 × 24 grid, drawn for Latchkey. */
const PATHS = {
  close: 'M7 7l10 10M17 7L7 17',
  back: 'M14.5 6l-6 6 6 6',
  next: 'M9.5 6l6 6-6 6',
  down: 'M7 10l5 5 5-5',
  help: 'M9.4 9.4a2.7 2.7 0 1 1 3.9 2.3c-.9.5-1.3 1-1.3 1.9m0 3v.1m0 4.3a9 9 0 1 0 0-18 9 9 0 0 0 0 18Z',
  check: 'M5.5 12.5l4.3 4.3 8.7-9.3',
  copy: 'M10 8.5h7a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2h-7a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2ZM5 14.5v-8a2 2 0 0 1 2-2h7',
  external: 'M10 6H7a2 2 0 0 0-2 2v9a2 2 0 0 0 2 2h9a2 2 0 0 0 2-2v-3M13.5 4.5h6v6m-.5-5.5l-8 8',
  logOut: 'M13.5 5H7a2 2 0 0 0-2 2v10a2 2 0 0 0 2 2h6.5M10 12h9m-3.5-3.5L19 12l-3.5 3.5',
  wallet: 'M17 8.5V5.2H6.3a1.65 1.65 0 0 0 0 3.3h11.2a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2h-10a3 3 0 0 1-3-3V6.8M16 13.5v.1',
  mail: 'M5.5 6h13A1.5 1.5 0 0 1 20 7.5v9a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 16.5v-9A1.5 1.5 0 0 1 5.5 6Zm-1 1.5L12 13l7.5-5.5',
  globe: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm-8.6-9h17.2M12 3c2.5 2.6 3.7 5.6 3.7 9s-1.2 6.4-3.7 9c-2.5-2.6-3.7-5.6-3.7-9S9.5 5.6 12 3Z',
  search: 'M11 17.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13Zm4.7-1.8l3.8 3.8',
  warning: 'M12 4.5L20.7 19H3.3L12 4.5Zm0 5.8v4m0 2.2v.1',
  retry: 'M19 12a7 7 0 1 1-2.2-5.1m2.4-3.1v3.7h-3.7',
  scan: 'M5 9V6a1 1 0 0 1 1-1h3m6 0h3a1 1 0 0 1 1 1v3m0 6v3a1 1 0 0 1-1 1h-3m-6 0H6a1 1 0 0 1-1-1v-3m4-6h6v6H9V9Z',
  grid: 'M6 5h3a1 1 0 0 1 1 1v3a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1Zm9 0h3a1 1 0 0 1 1 1v3a1 1 0 0 1-1 1h-3a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1Zm-9 9h3a1 1 0 0 1 1 1v3a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1v-3a1 1 0 0 1 1-1Zm9 0h3a1 1 0 0 1 1 1v3a1 1 0 0 1-1 1h-3a1 1 0 0 1-1-1v-3a1 1 0 0 1 1-1Z',
  seal: 'M12 3.5l2.2 1.7 2.8-.1.8 2.7 2.3 1.5-.9 2.7.9 2.7-2.3 1.5-.8 2.7-2.8-.1L12 20.5l-2.2-1.7-2.8.1-.8-2.7-2.3-1.5.9-2.7-.9-2.7 2.3-1.5.8-2.7 2.8.1L12 3.5Zm-3 8.6l2 2 4-4.2',
  phone: 'M8.5 3.5h7a1.5 1.5 0 0 1 1.5 1.5v14a1.5 1.5 0 0 1-1.5 1.5h-7A1.5 1.5 0 0 1 7 19V5a1.5 1.5 0 0 1 1.5-1.5Zm2.5 14h2',
  puzzle: 'M9.5 6.5a2 2 0 0 1 4 0h3.5v4a2 2 0 0 1 0 4v4h-4a2 2 0 0 0-4 0H5.5v-4a2 2 0 0 0 0-4v-4h4Z',
  switch: 'M7 4.5L3.8 7.7 7 10.9M4.2 7.7h12.3M17 13.1l3.2 3.2-3.2 3.2m2.8-3.2H7.5',
  people:
    'M9 11a3.2 3.2 0 1 0 0-6.4A3.2 3.2 0 0 0 9 11Zm-6 8.2c.3-3.3 2.7-5 6-5s5.7 1.7 6 5M15.6 5a3.2 3.2 0 0 1 0 5.8m2 3.8c1.9.7 3.1 2.2 3.4 4.6',
  incoming: 'M17 7L7.5 16.5M7.5 9v7.5H15',
  outgoing: 'M7 17l9.5-9.5M9 7.5h7.5V15',
  card: 'M5.5 6h13A1.5 1.5 0 0 1 20 7.5v9a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 16.5v-9A1.5 1.5 0 0 1 5.5 6ZM4 10h16M7.5 14.5h3',
  activity: 'M4 12.5h3.5l2.5-6.5 4 12 2.5-5.5H20',
  settings: 'M5 8h8m4 0h2M5 16h2m4 0h8M15 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4Zm-6 8a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z',
  hidden:
    'M3.5 12c2-3.7 4.8-5.5 8.5-5.5s6.5 1.8 8.5 5.5c-2 3.7-4.8 5.5-8.5 5.5S5.5 15.7 3.5 12Zm8.5 2.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM5 19L19 5',
} as const;

/** Name of an icon. */
export type IconName = keyof typeof PATHS;

/** Directional icons are mirrored in RTL. */
const MIRRORED_IN_RTL: ReadonlySet<IconName> = new Set(['back', 'next', 'external', 'logOut']);

/** Decorative icon in the text color; the control around it has the accessible name. */
export const Icon = ({ name }: { readonly name: IconName }): ReactElement => (
  <svg className={MIRRORED_IN_RTL.has(name) ? 'ico flip' : 'ico'} viewBox="0 0 24 24" width="20" height="20" fill="none" aria-hidden="true">
    <path d={PATHS[name]} />
  </svg>
);
