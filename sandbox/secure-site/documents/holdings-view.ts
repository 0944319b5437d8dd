import { callNode } from '../../chains/call-node.js';
import { element } from '../../wallet/window/element.js';
import { type Holding, type NetworkHoldings, readHoldings, type WalletAddresses } from './holdings.js';
import { paragraph, skeleton } from './screen.js';
import type { SiteNetwork } from './site-config.js';

/** Time for a node to respond. */
const TIMEOUT_MS = 15_000;

/** Options of {@link holdingsBlock}. */
export interface HoldingsBlockOptions {
  readonly networks: readonly SiteNetwork[];
  readonly wallet: WalletAddresses;
  /** `null`: there is none, or its addresses are not known here. */
  readonly other: WalletAddresses | null;
  /** Headings of the amounts. */
  readonly labels: readonly [wallet: string, other: string];
  /** Called whenever the networks were asked. `null` while they are asked again. */
  readonly onRead?: (read: readonly NetworkHoldings[] | null) => void;
}

const short = (token: string): string => `${token.slice(0, 6)}…${token.slice(-4)}`;

const rowOf = ({ symbol, token, isSmart, amount, otherAmount, isLeft }: Holding): HTMLElement =>
  element(
    'tr',
    {},
    element(
      'th',
      { scope: 'row' },
      symbol,
      token === null ? null : element('span', { class: 'quiet token', translate: 'no' }, short(token)),
      isSmart ? element('span', { class: 'quiet account' }, 'Smart account') : null,
    ),
    element('td', isLeft ? { class: 'left' } : {}, amount),
    otherAmount === null ? null : element('td', {}, otherAmount),
  );

const tableOf = ({ network, holdings }: NetworkHoldings, labels: readonly string[]): HTMLElement =>
  holdings === null
    ? element(
        'p',
        { class: 'warning notice' },
        element('strong', {}, `${network}. `),
        'This network does not respond. Something may be left there.',
      )
    : element(
        'table',
        { class: 'holdings' },
        element('caption', {}, network),
        element('thead', {}, element('tr', {}, ...['Asset', ...labels].map((label) => element('th', { scope: 'col' }, label)))),
        element('tbody', {}, ...holdings.map(rowOf)),
      );

/** A network on which neither wallet has anything. */
const isEmpty = ({ holdings }: NetworkHoldings): boolean =>
  holdings?.every(({ amount, otherAmount }) => amount === '0' && (otherAmount ?? '0') === '0') === true;

/** Shows what is at a wallet, beside what is at the other one, and what was not looked at. */
export const holdingsBlock = ({ networks, wallet, other, labels, onRead }: HoldingsBlockOptions): HTMLElement => {
  const list = element('div', { class: 'holdings-list' });
  const columns = other === null ? labels.slice(0, 1) : labels;
  const read = async (): Promise<void> => {
    onRead?.(null);
    list.replaceChildren(skeleton('Loading the balances'));
    const call = (network: SiteNetwork, method: string, params: unknown): Promise<unknown> =>
      callNode(network.rpcUrl, method, params, AbortSignal.timeout(TIMEOUT_MS));
    const found = await readHoldings({ networks, wallet, other, call });
    const empty = found.filter(isEmpty).map(({ network }) => network);
    list.replaceChildren(
      ...found.filter((each) => !isEmpty(each)).map((each) => tableOf(each, columns)),
      ...(empty.length === 0 ? [] : [paragraph(`Nothing on ${empty.join(', ')}.`, 'quiet')]),
    );
    onRead?.(found);
  };
  void read();
  return element(
    'section',
    { class: 'block', 'aria-labelledby': 'section-holdings' },
    element('h2', { id: 'section-holdings' }, 'Balances'),
    list,
    element('button', { type: 'button', class: 'secondary', onClick: () => void read() }, 'Refresh'),
    paragraph(
      'Not looked at: other tokens and NFTs, funds in contracts (loans, stakes, liquidity), allowances that you gave to apps, names such as ENS, what apps keep for your address, and other networks.',
      'quiet',
    ),
  );
};
