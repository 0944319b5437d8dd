import { element } from '../../wallet/window/element.js';
import { address as addressFact, type Fact } from '../approval/summary.js';
import { nameOf } from '../protocol/login-user.js';
import { needsCode, textField } from './code-view.js';
import { HOME_TITLE, type HomeHost, showFailure } from './home-host.js';
import { factList, paragraph, showScreen, skeleton } from './screen.js';
import { smartAddressFacts } from './smart-addresses.js';
import { deleteAccount, type WalletOverview } from './wallet-management.js';

const erase = (host: HomeHost): void => {
  const { session, show, unlock } = host;
  showScreen({ title: HOME_TITLE, children: [skeleton('Deleting the account')], actions: [] });
  deleteAccount(session).then(
    () =>
      showScreen(
        { title: 'Deleted', children: [paragraph('Your account and its wallet were deleted. You can close this window.')], actions: [] },
        true,
      ),
    (error: unknown) => {
      if (needsCode(error)) unlock(error, () => erase(host));
      else showFailure(error, [{ label: 'Back', isPrimary: true, run: () => show() }]);
    },
  );
};

/** Has the user confirm that the account is deleted, by typing its name, and deletes it. */
export const showDeletion = (host: HomeHost, overview: WalletOverview): void => {
  const { address, other } = overview;
  showScreen({ title: HOME_TITLE, children: [skeleton('Loading the addresses')], actions: [] });
  const factsOf = async (owner: string, label: string, smartLabel: string): Promise<readonly Fact[]> => [
    addressFact(label, owner),
    ...smartAddressFacts(await host.smartAddresses(owner), smartLabel),
  ];
  const ofOther = other?.address == null ? [] : factsOf(other.address, 'Other wallet', 'Its smart account');
  Promise.all([factsOf(address, 'Address', 'Smart account'), ofOther]).then(
    (found) => showConfirmation(host, overview, found.flat()),
    (error: unknown) => showFailure(error, [{ label: 'Back', isPrimary: true, run: () => host.show() }]),
  );
};

const showConfirmation = (host: HomeHost, { session }: WalletOverview, addresses: readonly Fact[]): void => {
  const name = nameOf(session);
  const { field, row } = textField('confirm', `Type ${name} to confirm`, { autocapitalize: 'off', spellcheck: 'false' });
  const [, confirm] = showScreen(
    {
      title: 'Delete the account?',
      children: [
        element(
          'p',
          { class: 'warning danger' },
          element('strong', {}, 'Move your funds first. '),
          'Afterwards nothing opens the wallet: neither your devices nor your recovery words.',
        ),
        factList(addresses),
        paragraph(
          'Erased at the server: your email address or user name, the sealed wallet and its secrets, the list of devices, sessions and settings. Erased here: this browser’s key and secret.',
        ),
        paragraph('Not erased: what is on the blockchains, and what other browsers have stored, which opens nothing.', 'quiet'),
        row,
      ],
      actions: [
        { label: 'Cancel', run: () => host.show() },
        { label: 'Delete', isPrimary: true, run: () => erase(host) },
      ],
    },
    true,
  );
  if (confirm === undefined) return;
  confirm.classList.add('dangerous');
  const update = (): void => {
    confirm.disabled = field.value.trim().toLowerCase() !== name.toLowerCase();
  };
  field.addEventListener('input', update);
  update();
};
