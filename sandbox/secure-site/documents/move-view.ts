import { element } from '../../wallet/window/element.js';
import { randomSecret } from '../protocol/encoding.js';
import { needsCode, textField } from './code-view.js';
import { errorText } from './error-message.js';
import { errorLine, factList, noticeLine, paragraph, type Screen, showScreen, skeleton } from './screen.js';
import { discardWallet, type OtherWallet, switchWallet, type WalletOverview } from './wallet-management.js';
import type { BegunWallet, WalletSession } from './wallet-session.js';
import { showWords } from './words-view.js';

const TITLE = 'Move to a new wallet';
/** What the user types before a wallet is deleted. */
const DELETE_WORD = 'DELETE';

/** Options of {@link showMove}. */
export interface MoveOptions {
  readonly session: WalletSession;
  readonly overview: WalletOverview;
  /** Shows the page again. @param note what was done; `null` for nothing */
  readonly done: (note: string | null) => void;
  /** Has the user unlock the wallet after an error, then goes on. */
  readonly unlock: (error: unknown, next: () => void) => void;
}

/** Another wallet for the user: it is created, the user moves the funds, then switches to it. Until it is deleted, the user can switch back. */
export const showMove = ({ session, overview, done, unlock }: MoveOptions): void => {
  const { address, other } = overview;
  const cancel = { label: 'Back', run: () => done(null) };

  /** @param run shows what comes next */
  const change = (label: string, run: () => Promise<void>): void => {
    showScreen({ title: TITLE, children: [skeleton(label)], actions: [] });
    run().catch((error: unknown) => {
      if (needsCode(error)) unlock(error, () => change(label, run));
      else
        showScreen(
          {
            title: TITLE,
            children: [errorLine(errorText(error))],
            actions: [cancel, { label: 'Try again', isPrimary: true, run: () => change(label, run) }],
          },
          true,
        );
    });
  };

  const make = (begun: BegunWallet, recovery: () => Promise<Uint8Array<ArrayBuffer> | null>): void =>
    change('Making the new wallet', async () => {
      const device = randomSecret();
      const { eip155 } = await session.createWallet(begun, { device, recovery: await recovery() });
      return done(`Your new wallet is ready: ${eip155.address}. Send what you own to it, then switch to it.`);
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
            element('li', {}, 'A new wallet is created, with new keys, new words and another address.'),
            element('li', {}, 'You send what you own to the new address, in the apps that you use. Nothing moves by itself.'),
            element('li', {}, 'You come back here and switch. Apps then connect to the new wallet.'),
          ),
          factList([{ label: 'Old address', value: address, kind: 'address' }]),
        ],
        actions: [cancel, { label: 'Create a new wallet', isPrimary: true, run: begin }],
      },
      true,
    );

  const addresses = ({ address: another }: OtherWallet): readonly (Node | null)[] => [
    factList([
      { label: 'Address in use', value: address, kind: 'address' },
      ...(another === null ? [] : [{ label: 'Other address', value: another, kind: 'address' as const }]),
    ]),
    another === null
      ? noticeLine('The other wallet was created in another browser. Switch to it there, or delete it here and create another one.')
      : null,
  ];

  const showOther = (known: OtherWallet): void => {
    const { address: another } = known;
    const screen: Screen = {
      title: 'The other wallet',
      children: [
        paragraph('Send what you own from the address in use to the other one, in the apps that you use. Nothing moves by itself.'),
        ...addresses(known),
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
          ...addresses(known),
          paragraph(
            'Apps are signed out and connect to the other address. What is still at the address in use stays there; you can switch back until you delete that wallet.',
          ),
        ],
        actions: [
          { label: 'Back', run: () => showOther(known) },
          {
            label: 'Switch',
            isPrimary: true,
            run: () =>
              change('Switching', () =>
                switchWallet(session, known.wallet).then(() =>
                  done('Your wallet is the other one now. The former one is kept until you delete it.'),
                ),
              ),
          },
        ],
      },
      true,
    );

  const showDeletion = (known: OtherWallet): void => {
    const { field, row } = textField('confirm', `Type ${DELETE_WORD} to confirm`, { autocapitalize: 'characters', spellcheck: 'false' });
    const [, erase] = showScreen(
      {
        title: 'Delete the other wallet?',
        children: [
          element('p', { class: 'warning danger' }, element('strong', {}, 'Careful. '), 'What is at its address is lost for ever.'),
          ...addresses(known),
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
    if (erase === undefined) return;
    erase.classList.add('dangerous');
    const update = (): void => {
      erase.disabled = field.value.trim() !== DELETE_WORD;
    };
    field.addEventListener('input', update);
    update();
  };

  if (other === null) showStart();
  else showOther(other);
};
