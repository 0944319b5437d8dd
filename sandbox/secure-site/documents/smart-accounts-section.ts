import { element } from '../../wallet/window/element.js';
import { section } from './home-host.js';
import { noticeLine, paragraph, skeleton } from './screen.js';
import type { NetworkAccount, SmartAccounts } from './smart-accounts.js';

const statusOf = (isDeployed: boolean | null): string => {
  if (isDeployed === null) return 'The network does not respond: it is not known if it is deployed';
  return isDeployed ? 'Deployed' : 'Not deployed yet: its first transaction deploys it';
};

const row = ({ network, address, isAudited, isDeployed }: NetworkAccount): HTMLElement => {
  const status = element('span', { class: 'quiet' }, 'Asking the network…');
  void isDeployed.then((known) => status.replaceChildren(statusOf(known)));
  return element(
    'li',
    { class: 'row' },
    element(
      'div',
      {},
      element('strong', {}, network),
      element('span', { class: 'account-address', translate: 'no' }, address),
      status,
      isAudited ? null : element('span', { class: 'quiet' }, 'For development only'),
    ),
  );
};

/** The user's smart account on each network that has them; `null` if none has. @param owner address of the user's key */
export const smartAccountSection = (smartAccounts: Pick<SmartAccounts, 'networks' | 'everywhere'>, owner: string): HTMLElement | null => {
  if (smartAccounts.networks.length === 0) return null;
  const list = element('div', { class: 'account-list' }, skeleton('Loading your smart accounts'));
  const load = async (): Promise<void> => {
    const accounts = await smartAccounts.everywhere(owner);
    list.replaceChildren(
      element('ul', { class: 'rows' }, ...accounts.map(row)),
      ...(accounts.every(({ isAudited }) => isAudited)
        ? []
        : [noticeLine('For development only means that the contract was not audited. Keep nothing of value in it.')]),
    );
  };
  load().catch(() => list.replaceChildren(paragraph('Your smart accounts could not be loaded. Reload the page.', 'quiet')));
  return section(
    'Smart accounts',
    paragraph(
      'A contract that your key controls. It has an address and balances of its own, and makes several calls in one transaction.',
      'quiet',
    ),
    list,
  );
};
