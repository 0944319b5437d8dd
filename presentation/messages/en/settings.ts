import { plural } from './plural.js';

/** English texts of the settings. */
export const settingsEn = {
  theme: 'Theme',
  themeSystem: 'System',
  themeLight: 'Light',
  themeDark: 'Dark',
  eventLog: 'Event log',
  eventCount: (count: number) => plural(count, { one: 'event', other: 'events' }),
  noEvents: 'No events yet',
  eventLogHint: 'Support may ask for it. It has no keys, codes or email addresses, and stays on this page unless you copy it.',
  copyLog: 'Copy log',
  logCopied: 'Log copied',
};
