import type { RemoteSession, RemoteSnapshot } from '../remote-wallet/remote-command.js';
import { visible } from '../wallet/engine/describe.js';
import { element } from '../wallet/window/element.js';
import { accountGroup, group, networkGroup, otherAddresses } from '../wallet/window/home-view.js';
import type { WindowLink } from '../wallet/window/window-link.js';

const count = (many: number, one: string): string => (many === 1 ? `1 ${one}` : `${many} ${one}s`);

const row = ({ topic, name, url, accounts, chains }: RemoteSession, disconnect: (topic: string) => void): HTMLElement => {
  const shown = visible(name === '' ? 'An app without a name' : name);
  const addresses = new Set(accounts.map((account) => account.split(':')[2])).size;
  return element(
    'div',
    { class: 'row', 'data-testid': `rw-session-${topic}` },
    element(
      'span',
      { class: 'grow' },
      shown,
      element('small', { class: 'quiet' }, visible(url)),
      element('small', { class: 'quiet' }, `${count(addresses, 'account')}, ${count(chains.length, 'network')}`),
    ),
    element(
      'button',
      { 'data-testid': `rw-disconnect-${topic}`, 'aria-label': `Disconnect ${shown}`, onClick: () => disconnect(topic) },
      'Disconnect',
    ),
  );
};

/** The wallet's home below the place for links: account, network, connected apps. */
export const sessionsView = (snapshot: RemoteSnapshot, link: WindowLink, disconnect: (topic: string) => void): HTMLElement =>
  element(
    'div',
    { class: 'home' },
    group(
      'Connected apps',
      ...(snapshot.sessions.length === 0
        ? [element('p', { class: 'quiet' }, 'No app is connected.')]
        : snapshot.sessions.map((session) => row(session, disconnect))),
    ),
    accountGroup(snapshot, link),
    networkGroup(snapshot, link),
    otherAddresses(snapshot),
    element('p', { class: 'mono address quiet', 'data-testid': 'rw-address' }, snapshot.selected),
  );
