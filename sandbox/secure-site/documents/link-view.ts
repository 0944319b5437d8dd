import { element } from '../../wallet/window/element.js';
import { guardButton } from './guard-button.js';
import { askedBy, errorLine, factList, paragraph, showScreen, skeleton } from './screen.js';
import type { WalletSession } from './wallet-session.js';
import type { WindowTask, WindowTasks } from './window-messages.js';

const loadWords = () => import('../keys/recovery-words.js');

type LinkTask = Extract<WindowTask, { readonly kind: 'link' }>;

/** What the view does with its outcome. */
export interface LinkActions {
  readonly done: (result: WindowTasks['link']['result']) => void;
  readonly reject: () => void;
  /** Adds the device of the frame to the wallet. */
  readonly addDevice: (session: WalletSession, device: { readonly frame: string; readonly origin: string }) => Promise<void>;
  readonly openSession: () => Promise<WalletSession>;
}

/** Consent for an app that gets the wallet of this browser; or the recovery words, where the browser has none. */
export const showLink = (task: LinkTask, { done, reject, addDevice, openSession }: LinkActions): void => {
  const { app, frame, wallet } = task;
  const title = 'Use your wallet here';
  const rejection = { label: 'Cancel', run: reject };

  const showConsent = (session: WalletSession, address: string, error: string | null): void => {
    const allow = (): void => {
      showScreen({ title, children: [askedBy(app), skeleton('Connecting the app')], actions: [] });
      addDevice(session, { frame, origin: app.origin }).then(
        () => done({ recovery: null }),
        () => showConsent(session, address, 'The app could not be connected. Check your connection, then try again.'),
      );
    };
    const [, allowButton] = showScreen(
      {
        title,
        children: [
          askedBy(app),
          factList([
            { label: 'Email', value: session.email ?? '', kind: 'email' },
            { label: 'Account', value: address, kind: 'address' },
          ]),
          element(
            'ul',
            { class: 'points' },
            element('li', {}, 'The app gets to know your address and email address.'),
            element('li', {}, 'It can ask you to sign. You approve each request in a window like this one.'),
          ),
          error === null ? null : errorLine(error),
        ],
        actions: [rejection, { label: 'Allow', isPrimary: true, run: allow }],
      },
      true,
    );
    if (allowButton !== undefined) guardButton(allowButton);
  };

  const showNothing = (): void =>
    void showScreen(
      {
        title: 'No wallet in this browser',
        children: [
          askedBy(app),
          paragraph('This browser has no wallet that the app could use. Go back to the app and log in with your email address.'),
        ],
        actions: [{ label: 'Close', isPrimary: true, run: reject }],
      },
      true,
    );

  const showWords = (ofWallet: string): void => {
    // `element` returns an HTMLElement; this tag is a text area.
    const field = element('textarea', {
      id: 'words',
      rows: 4,
      autocomplete: 'off',
      autocapitalize: 'off',
      spellcheck: 'false',
    }) as HTMLTextAreaElement;
    const error = element('div', {});
    const submit = async (): Promise<void> => {
      const { readRecoveryWords, recoverySecretOf } = await loadWords();
      const words = readRecoveryWords(field.value);
      field.setAttribute('aria-invalid', String(words === null));
      if (words === null) {
        error.replaceChildren(errorLine('These are not ten recovery words. Look for a word that is missing or misspelt.'));
        field.focus();
        return;
      }
      showScreen({ title, children: [askedBy(app), skeleton('Opening your wallet')], actions: [] });
      done({ recovery: await recoverySecretOf(words, ofWallet) });
    };
    showScreen(
      {
        title: 'Enter your ten words',
        children: [
          askedBy(app),
          paragraph('Your wallet was made in another browser or on another device. Your recovery words open it here.'),
          element('div', { class: 'field' }, element('label', { for: 'words' }, 'Recovery words'), field),
          error,
        ],
        actions: [rejection, { label: 'Open wallet', isPrimary: true, run: () => void submit() }],
      },
      true,
    );
  };

  const load = async (): Promise<void> => {
    const session = await openSession();
    const account = (await session.resume()) ? await session.account('eip155') : null;
    const own = (await session.device())?.wallet ?? null;
    // Another user's wallet is not the one that the app's user is logged in to.
    const fits = account !== null && (wallet === null || wallet === own);
    if (fits) showConsent(session, account.address, null);
    else if (wallet === null) showNothing();
    else showWords(wallet);
  };
  const start = (): void => {
    showScreen({ title, children: [askedBy(app), skeleton('Loading your wallet')], actions: [rejection] }, true);
    load().catch(() =>
      showScreen(
        {
          title,
          children: [askedBy(app), errorLine('The wallet cannot be reached. Check your connection.')],
          actions: [rejection, { label: 'Try again', isPrimary: true, run: start }],
        },
        true,
      ),
    );
  };
  start();
};
