import { element } from '../../wallet/window/element.js';
import { onEnter, textField } from './code-view.js';
import { errorText } from './error-message.js';
import { showWordsField } from './open-view.js';
import type { ListedPasskey } from './passkey-list.js';
import { addPasskey, removePasskey, renamePasskey } from './passkey-management.js';
import { askForPasskey } from './passkey-view.js';
import { errorLine, factList, noticeLine, paragraph, type ScreenAction, showScreen, skeleton } from './screen.js';
import type { WalletOverview } from './wallet-management.js';
import type { WalletSession } from './wallet-session.js';
import { canUsePasskeys, createPasskey } from './webauthn.js';

/** The page that shows the passkeys. */
export interface PasskeysHost {
  readonly session: WalletSession;
  readonly overview: WalletOverview;
  /** Runs a change and shows the page again. */
  readonly change: (label: string, run: () => Promise<unknown>, note: string) => void;
  /** Shows the page again. @param note what has been done */
  readonly show: (note?: string) => void;
  /** Has a code unlock the wallet if an error asks for that. */
  readonly unlock: (error: unknown, next: () => void) => boolean;
}

const MAX_NAME = 100;

const dateText = (time: number): string => new Date(time).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });

const nameOf = ({ label }: ListedPasskey): string => (label === '' ? 'Passkey without a name' : label);

const usesOf = ({ recovers }: ListedPasskey): string =>
  recovers
    ? 'Confirms requests, logs you in, and opens your wallet on a new device'
    : 'Confirms requests and logs you in. It does not open your wallet';

/** Shows the error of a change, which can be run again. */
const showFailure = ({ show, unlock }: PasskeysHost, error: unknown, again: () => void, more: readonly ScreenAction[] = []): void => {
  if (unlock(error, again)) return;
  showScreen(
    {
      title: 'Passkeys',
      children: [errorLine(errorText(error))],
      actions: [{ label: 'Back', run: () => show() }, ...more, { label: 'Try again', isPrimary: true, run: again }],
    },
    true,
  );
};

const showAdding = (host: PasskeysHost): void => {
  const { session, overview, show } = host;
  const { field, row } = textField('passkey-name', 'Name', { maxlength: MAX_NAME });
  field.value = `Passkey ${overview.passkeys.length + 1}`;
  const isFirst = overview.passkeys.length === 0;
  const add = (): void => {
    const label = field.value.trim();
    showScreen({ title: 'Add a passkey', children: [skeleton('Creating the passkey')], actions: [] });
    const text = isFirst
      ? 'It was created. Use it once, so that your wallet knows that it works.'
      : 'It was created. Use it once, so that it can open your wallet on a new device.';
    const use = askForPasskey('Use your new passkey', text, () => undefined);
    addPasskey(session, label, { create: createPasskey, use }).then(
      (recovers) =>
        show(
          recovers
            ? `${label} was added.`
            : `${label} was added. It confirms requests and logs you in, but passkeys of this kind do not open your wallet on a new device.`,
        ),
      (error: unknown) => showFailure(host, error, () => showAdding(host)),
    );
  };
  onEnter(field, add);
  showScreen(
    {
      title: 'Add a passkey',
      children: [
        paragraph('A passkey is kept by this device or by your password manager. You use it with your fingerprint, face or PIN.'),
        element(
          'ul',
          { class: 'points' },
          element(
            'li',
            {},
            'It confirms what could cost you: transfers beyond your limits, access to your tokens, and what cannot be read.',
          ),
          element('li', {}, 'It logs you in on this page instead of a code.'),
          element('li', {}, 'Most passkeys also open your wallet on a new device. You are told if yours does not.'),
        ),
        isFirst
          ? noticeLine(
              overview.session.recoverable
                ? 'If you lose it, your recovery words remove it from your wallet.'
                : 'Write down recovery words first: without them, a wallet whose passkeys are lost signs no more what they protect.',
            )
          : null,
        row,
      ],
      actions: [
        { label: 'Cancel', run: () => show() },
        { label: 'Create passkey', isPrimary: true, run: add },
      ],
    },
    true,
  );
};

const showRenaming = ({ session, change, show }: PasskeysHost, passkey: ListedPasskey): void => {
  const { field, row } = textField('passkey-name', 'Name', { maxlength: MAX_NAME });
  field.value = passkey.label;
  const rename = (): void => {
    const label = field.value.trim();
    change('Saving', () => renamePasskey(session, passkey.credential, label), 'The passkey has another name.');
  };
  onEnter(field, rename);
  showScreen(
    {
      title: 'Rename the passkey',
      children: [row],
      actions: [
        { label: 'Cancel', run: () => show() },
        { label: 'Save', isPrimary: true, run: rename },
      ],
    },
    true,
  );
};

const showRemoval = (host: PasskeysHost, passkey: ListedPasskey): void => {
  const { session, overview, show } = host;
  const { recoverable, wallet } = overview.session;
  const isLast = overview.passkeys.length === 1;
  const remove = (): void => {
    showScreen({ title: 'Removing the passkey', children: [skeleton('Removing the passkey')], actions: [] });
    removePasskey(session, passkey.credential).then(
      () => show(`${nameOf(passkey)} was removed.`),
      (error: unknown) => showFailure(host, error, remove, byWords === null ? [] : [{ label: 'Use recovery words', run: byWords }]),
    );
  };
  const openByWords = (ofWallet: string): void =>
    showWordsField({
      wallet: ofWallet,
      before: () => [paragraph('Your recovery words replace a passkey that you have lost.')],
      secondary: { label: 'Cancel', run: () => show() },
      byApproval: null,
      byPasskey: null,
      done: (recovery) =>
        void session.recovery.unlock(recovery).then(remove, (error: unknown) => showFailure(host, error, () => openByWords(ofWallet))),
    });
  const byWords = recoverable && wallet !== null ? () => openByWords(wallet) : null;
  showScreen(
    {
      title: 'Remove this passkey?',
      children: [
        factList([
          { label: 'Passkey', value: nameOf(passkey), kind: 'text' },
          { label: 'Added', value: dateText(passkey.createdAt), kind: 'text' },
        ]),
        paragraph('It confirms nothing any more, and neither logs you in nor opens your wallet. You get a mail about it.'),
        isLast ? noticeLine('It is the last one. Your wallet then signs what you approve without a passkey.') : null,
        paragraph('A passkey of your wallet confirms this.', 'quiet'),
        byWords === null ? null : element('button', { type: 'button', class: 'link', onClick: byWords }, 'I have lost my passkey'),
      ],
      actions: [
        { label: 'Cancel', run: () => show() },
        { label: 'Remove', isPrimary: true, run: remove },
      ],
    },
    true,
  );
};

const passkeyRow = (host: PasskeysHost, passkey: ListedPasskey): HTMLElement => {
  const name = nameOf(passkey);
  const button = (label: string, run: () => void): HTMLElement =>
    element('button', { type: 'button', class: 'secondary', 'aria-label': `${label} ${name}`, onClick: run }, label);
  return element(
    'li',
    { class: 'row' },
    element(
      'div',
      {},
      element('strong', {}, name),
      element('span', { class: 'quiet' }, usesOf(passkey)),
      element('span', { class: 'quiet' }, `Added ${dateText(passkey.createdAt)}`),
      passkey.usedAt === null ? null : element('span', { class: 'quiet' }, `Last login or recovery ${dateText(passkey.usedAt)}`),
    ),
    element(
      'div',
      { class: 'row-actions' },
      button('Rename', () => showRenaming(host, passkey)),
      button('Remove', () => showRemoval(host, passkey)),
    ),
  );
};

/** The list of passkeys, for a section of the user's page. */
export const passkeyList = (host: PasskeysHost): readonly (Node | null)[] => {
  const { passkeys } = host.overview;
  return [
    paragraph(
      passkeys.length === 0
        ? 'With a passkey, your wallet asks for your fingerprint, face or PIN before it signs anything that could cost you.'
        : 'One of them confirms what could cost you.',
      'quiet',
    ),
    passkeys.length === 0 ? null : element('ul', { class: 'rows' }, ...passkeys.map((passkey) => passkeyRow(host, passkey))),
    canUsePasskeys()
      ? element('button', { type: 'button', class: 'secondary', onClick: () => showAdding(host) }, 'Add a passkey')
      : paragraph('This browser has no passkeys.', 'quiet'),
  ];
};
