import { formatUnits } from 'viem';
import { NAMESPACE_NAMES, OTHER_NAMESPACES } from '../engine/keys/namespace.js';
import type { ToWindow, WindowSnapshot } from '../engine/messages.js';
import { element, shorten, type WindowLink } from './element.js';

type Balance = Extract<ToWindow, { type: 'balance' }>;

/** Maximum number of decimal places. */
const DECIMALS = 4;

const amount = (wei: string, symbol: string): string => {
  const [whole = '0', part = ''] = formatUnits(BigInt(wei), 18).split('.');
  const decimals = part.slice(0, DECIMALS).replace(/0+$/, '');
  return `${BigInt(whole).toLocaleString('en')}${decimals === '' ? '' : `.${decimals}`} ${symbol}`;
};

const balanceLine = (snapshot: WindowSnapshot, balance: Balance | null): HTMLElement => {
  const chain = snapshot.chains.find(({ chainId }) => chainId === snapshot.chainId);
  const isCurrent = balance !== null && balance.address === snapshot.selected && balance.chainId === snapshot.chainId;
  const line = element('p', { class: 'balance', 'data-testid': 'sw-balance' });
  if (!isCurrent) line.append(element('span', { class: 'skeleton', 'aria-label': 'Loading balance' }));
  else line.append(balance.wei === null ? 'Balance unavailable' : amount(balance.wei, chain?.symbol ?? ''));
  return line;
};

/** A titled list of rows. */
export const group = (title: string, ...rows: readonly HTMLElement[]): HTMLElement =>
  element('section', { class: 'group', 'aria-label': title }, element('h2', {}, title), ...rows);

const sites = (snapshot: WindowSnapshot, link: WindowLink): readonly HTMLElement[] =>
  snapshot.sites.length === 0
    ? [element('p', { class: 'quiet' }, 'No connected sites.')]
    : snapshot.sites.map(({ origin, accounts }) =>
        element(
          'div',
          { class: 'row' },
          element(
            'span',
            { class: 'grow' },
            origin,
            element('small', { class: 'quiet' }, accounts.length === 1 ? '1 account' : `${accounts.length} accounts`),
          ),
          element(
            'button',
            {
              'data-testid': `sw-disconnect-${origin}`,
              'aria-label': `Disconnect ${origin}`,
              onClick: () => link.send({ type: 'call', call: { name: 'disconnectSite', args: [origin] } }),
            },
            'Disconnect',
          ),
        ),
      );

/** The accounts as a single-choice list. */
export const accountGroup = ({ accounts, selected }: Pick<WindowSnapshot, 'accounts' | 'selected'>, link: WindowLink): HTMLElement =>
  group(
    'Accounts',
    ...accounts.map(({ name, address }, index) =>
      element(
        'button',
        {
          class: 'row option',
          'data-testid': `sw-account-${index}`,
          'aria-pressed': String(address === selected),
          onClick: () => link.send({ type: 'call', call: { name: 'selectAccount', args: [index] } }),
        },
        element('span', { class: 'grow' }, name),
        element('span', { class: 'mono' }, shorten(address)),
      ),
    ),
  );

/** The networks as a single-choice list. */
export const networkGroup = ({ chains, chainId: current }: Pick<WindowSnapshot, 'chains' | 'chainId'>, link: WindowLink): HTMLElement =>
  group(
    'Network',
    ...chains.map(({ chainId, name }) =>
      element(
        'button',
        {
          class: 'row option',
          'data-testid': `sw-chain-${chainId}`,
          'aria-pressed': String(chainId === current),
          onClick: () => link.send({ type: 'call', call: { name: 'switchChain', args: [chainId] } }),
        },
        element('span', { class: 'grow' }, name),
        element('span', { class: 'quiet' }, String(chainId)),
      ),
    ),
  );

/** Addresses of the selected account in other namespaces; `null` if there are none. */
export const otherAddresses = ({ others }: Pick<WindowSnapshot, 'others'>): HTMLElement | null => {
  const rows = OTHER_NAMESPACES.flatMap((namespace) =>
    (others[namespace] ?? []).map((address) =>
      element(
        'div',
        { class: 'row' },
        element('span', { class: 'grow' }, NAMESPACE_NAMES[namespace], element('small', { class: 'mono address quiet' }, address)),
      ),
    ),
  );
  return rows.length === 0 ? null : group('Other addresses of this account', ...rows);
};

/** The wallet's home: account, network, connected sites, and the lock button. */
export const homeView = (snapshot: WindowSnapshot, balance: Balance | null, link: WindowLink): HTMLElement =>
  element(
    'div',
    { class: 'home' },
    element('h1', { tabindex: -1, class: 'hidden' }, 'Wallet'),
    element(
      'div',
      { class: 'card' },
      element('p', { class: 'mono address', 'data-testid': 'sw-address' }, snapshot.selected),
      balanceLine(snapshot, balance),
    ),
    accountGroup(snapshot, link),
    networkGroup(snapshot, link),
    otherAddresses(snapshot),
    group('Connected sites', ...sites(snapshot, link)),
    element(
      'div',
      { class: 'actions' },
      element('button', { 'data-testid': 'sw-lock', onClick: () => link.send({ type: 'call', call: { name: 'lock', args: [] } }) }, 'Lock'),
    ),
  );
