import { element } from '../../wallet/window/element.js';
import { address, type Fact } from '../approval/summary.js';
import { needsCode, textField } from './code-view.js';
import { errorText } from './error-message.js';
import { hasLeft, type NetworkHoldings, type WalletAddresses } from './holdings.js';
import { holdingsBlock } from './holdings-view.js';
import { errorLine, factList, noticeLine, paragraph, type Screen, showScreen, skeleton } from './screen.js';
import type { SiteNetwork } from './site-config.js';
import { type SmartAddressesOf, smartAddressFacts } from './smart-addresses.js';
import { discardWallet, type OtherWallet, switchWallet, type WalletOverview } from './wallet-management.js';
import type { BegunWallet, WalletSession } from './wallet-session.js';
import { showWords } from './words-view.js';

const TITLE = 'Move to a new wallet';
/** What the user types before a wallet is deleted. */
const DELETE_WORD = 'DELETE';

/** Labels of the addresses of a wallet. */
interface AddressLabels {
  readonly standard: string;
  readonly smart: string;
  readonly solana: string;
}

const factsOf = ({ eip155, solana, smartAccounts }: WalletAddresses, labels: AddressLabels): readonly Fact[] => [
  address(labels.standard, eip155),
  ...smartAddressFacts(smartAccounts, labels.smart),
  address(labels.solana, solana),
];

const IN_USE = { standard: 'Address in use', smart: 'Smart account in use', solana: 'Solana address in use' };
const OTHER = { standard: 'Other address', smart: 'Other smart account', solana: 'Other Solana address' };
const OLD = { standard: 'Old address', smart: 'Old smart account', solana: 'Old Solana address' };
const DELETED = {
  standard: 'Address that is deleted',
  smart: 'Smart account that is deleted',
  solana: 'Solana address that is deleted',
};

/** Options of {@link showMove}. */
export interface MoveOptions {
  readonly session: WalletSession;
  readonly overview: WalletOverview;
  readonly networks: readonly SiteNetwork[];
  readonly smartAddresses: SmartAddressesOf;
  /** Shows the page again. @param note what was done; `null` for nothing */
  readonly done: (note: string | null) => void;
  /** Has the user unlock the wallet after an error, then goes on. */
  readonly unlock: (error: unknown, next: () => void) => void;
}

/** Runs a change. @param run shows what comes next */
const runChange = ({ done, unlock }: Pick<MoveOptions, 'done' | 'unlock'>, label: string, run: () => Promise<void>): void => {
  const start = (): void => {
    showScreen({ title: TITLE, children: [skeleton(label)], actions: [] });
    run().catch((error: unknown) => {
      if (needsCode(error)) unlock(error, start);
      else
        showScreen(
          {
            title: TITLE,
            children: [errorLine(errorText(error))],
            actions: [
              { label: 'Back', run: () => done(null) },
              { label: 'Try again', isPrimary: true, run: start },
            ],
          },
          true,
        );
    });
  };
  start();
};

/** Another wallet for the user: it is created, the user moves the funds, then switches to it. Until it is deleted, the user can switch back. */
export const showMove = (options: MoveOptions): void => {
  const { overview, smartAddresses } = options;
  const addressesOf = async (eip155: string | null, solana: string | null): Promise<WalletAddresses | null> =>
    eip155 === null || solana === null ? null : { eip155, solana, smartAccounts: await smartAddresses(eip155) };
  const { address: eip155, solanaAddress: solana, other } = overview;
  runChange(options, 'Loading the addresses', async () => {
    const another = other === null ? null : await addressesOf(other.address, other.solanaAddress);
    showWallets(options, { eip155, solana, smartAccounts: await smartAddresses(eip155) }, another);
  });
};

/** @param another `null`: there is no other wallet, or this browser has no device of it */
const showWallets = (options: MoveOptions, current: WalletAddresses, another: WalletAddresses | null): void => {
  const { session, overview, networks, done } = options;
  const { other } = overview;
  const cancel = { label: 'Back', run: () => done(null) };
  const change = (label: string, run: () => Promise<void>): void => runChange(options, label, run);
  /** Both are sealed with the seed of a wallet. */
  const hasPolicy = overview.passkeys.length + overview.limits.length > 0;

  const make = (begun: BegunWallet, recovery: () => Promise<Uint8Array<ArrayBuffer> | null>): void =>
    change('Making the new wallet', async () => {
      await session.createWallet(begun, await recovery());
      return done(
        'Your new wallet is ready. “Show the other wallet” has its addresses: send what you own there, then switch to it. Save a recovery kit of it then.',
      );
    });

  const begin = (): void =>
    change('Starting', async () => {
      const begun = await session.beginOtherWallet();
      showWords({
        wallet: begun.wallet,
        canSkip: async () => false,
        isReplacing: true,
        done: (recovery) => make(begun, recovery),
        cancel: showStart,
      });
    });

  const showStart = (): void =>
    void showScreen(
      {
        title: TITLE,
        children: [
          paragraph(
            'Removing devices does not help against a copy: a device’s secret together with your words or the server’s secret opens this wallet for ever.',
          ),
          element(
            'ol',
            { class: 'points' },
            element('li', {}, 'A new wallet is created, with new keys, new words and other addresses.'),
            element('li', {}, 'You send what you own to the new addresses, in the apps that you use. Nothing moves by itself.'),
            element('li', {}, 'You come back here, see what is left behind, and switch. Apps then connect to the new wallet.'),
            element('li', {}, 'When nothing is left at the old addresses, you delete the old wallet here.'),
          ),
          factList(factsOf(current, OLD)),
          holdingsBlock({ networks, wallet: current, other: null, labels: ['Old wallet', ''] }),
        ],
        actions: [cancel, { label: 'Create a new wallet', isPrimary: true, run: begin }],
      },
      true,
    );

  const addresses = (): readonly (Node | null)[] => [
    factList([...factsOf(current, IN_USE), ...(another === null ? [] : factsOf(another, OTHER))]),
    another === null
      ? noticeLine('The other wallet was created in another browser. Switch to it there, or delete it here and create another one.')
      : null,
  ];

  const showOther = (known: OtherWallet): void => {
    const screen: Screen = {
      title: 'The other wallet',
      children: [
        paragraph('Send what you own to the addresses that you want to keep, in the apps that you use. Nothing moves by itself.'),
        ...addresses(),
        holdingsBlock({ networks, wallet: current, other: another, labels: ['In use', 'Other'] }),
        element('button', { type: 'button', class: 'secondary dangerous', onClick: () => showDeletion(known) }, 'Delete the other wallet'),
      ],
      actions: another === null ? [cancel] : [cancel, { label: 'Switch to it', isPrimary: true, run: () => showSwitch(known) }],
    };
    showScreen(screen, true);
  };

  const showSwitch = (known: OtherWallet): void =>
    void showScreen(
      {
        title: 'Switch to the other wallet?',
        children: [
          ...addresses(),
          paragraph(
            'Apps are signed out and connect to the other addresses. What is still at those in use stays there; you can switch back until you delete that wallet.',
          ),
          hasPolicy
            ? noticeLine('Your passkeys and limits stay with the wallet in use. Set them for the other one after the switch.')
            : null,
          holdingsBlock({ networks, wallet: current, other: another, labels: ['Left behind', 'Other'] }),
        ],
        actions: [
          { label: 'Back', run: () => showOther(known) },
          {
            label: 'Switch',
            isPrimary: true,
            run: () =>
              change('Switching', () =>
                switchWallet(session, known.wallet).then(() =>
                  done(
                    `Your wallet is the other one now. The former one is kept until you delete it.${hasPolicy ? ' Passkeys and limits are not taken over: set them below.' : ''}`,
                  ),
                ),
              ),
          },
        ],
      },
      true,
    );

  const showDeletion = (known: OtherWallet): void => {
    const { field, row } = textField('confirm', `Type ${DELETE_WORD} to confirm`, { autocapitalize: 'characters', spellcheck: 'false' });
    // `element` returns an HTMLElement; this tag is an input.
    const consent = element('input', { type: 'checkbox', id: 'consent' }) as HTMLInputElement;
    const consentText = element('span', {});
    const consentRow = element('label', { class: 'consent', for: 'consent' }, consent, consentText);
    let erase: HTMLButtonElement | undefined;
    /** Funds that are not known may be there. */
    let isLost: boolean | null = another === null ? true : null;
    const update = (): void => {
      consentRow.hidden = isLost !== true;
      consentText.textContent =
        another === null
          ? 'I have looked at its addresses, and give up what is left there.'
          : 'I give up what is left at this wallet, listed above.';
      if (erase !== undefined) erase.disabled = field.value.trim() !== DELETE_WORD || isLost === null || (isLost && !consent.checked);
    };
    const onRead = (read: readonly NetworkHoldings[] | null): void => {
      isLost = read === null ? null : hasLeft(read);
      consent.checked = false;
      update();
    };
    [, erase] = showScreen(
      {
        title: 'Delete the other wallet?',
        children: [
          element(
            'p',
            { class: 'warning danger' },
            element('strong', {}, 'Careful. '),
            'Nothing here opens it afterwards. What is at its addresses is lost, unless you have its recovery kit with its words, or its phrase.',
          ),
          ...(another === null ? addresses() : [factList(factsOf(another, DELETED))]),
          another === null ? null : holdingsBlock({ networks, wallet: another, other: null, labels: ['To be deleted', ''], onRead }),
          consentRow,
          row,
        ],
        actions: [
          { label: 'Back', run: () => showOther(known) },
          {
            label: 'Delete',
            isPrimary: true,
            run: () => change('Deleting', () => discardWallet(session, known.wallet).then(() => done('The other wallet was deleted.'))),
          },
        ],
      },
      true,
    );
    erase?.classList.add('dangerous');
    for (const input of [field, consent]) input.addEventListener('input', update);
    update();
  };

  if (other === null) showStart();
  else showOther(other);
};
