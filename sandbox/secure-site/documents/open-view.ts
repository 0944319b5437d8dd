import { element } from '../../wallet/window/element.js';
import type { SessionInfo } from '../frame/frame-client.js';
import { needsCode } from './code-view.js';
import { errorText } from './error-message.js';
import { showLoginAgain } from './login-view.js';
import { recoveringPasskeys } from './passkey-list.js';
import { passkeyButton, showPasskeyOpening } from './passkey-opening.js';
import { errorLine, paragraph, type ScreenAction, showScreen, skeleton, storageNote } from './screen.js';
import type { WalletSession } from './wallet-session.js';
import { askWords } from './words-field.js';

/** Options of {@link showWordsField}. */
export interface WordsFieldOptions {
  readonly wallet: string;
  /** Shown above, such as who asks. */
  readonly before: () => readonly Node[];
  /** Other ways to open the wallet. Default: none. */
  readonly after?: readonly Node[];
  readonly secondary: ScreenAction;
  /** @param recovery secret of the words */
  readonly done: (recovery: Uint8Array<ArrayBuffer>) => void;
  /** Approval on another device instead; `null` where this is a device already. */
  readonly byApproval: (() => void) | null;
  /** A passkey instead; `null` if none opens the wallet. */
  readonly byPasskey: (() => void) | null;
}

/** Has the user type the recovery words. */
export const showWordsField = ({ wallet, before, after = [], secondary, done, byApproval, byPasskey }: WordsFieldOptions): void => {
  askWords({
    wallet,
    title: 'Enter your ten words',
    before: [...before(), paragraph('Your wallet was created in another browser or on another device. Your recovery words open it here.')],
    after: [
      passkeyButton(byPasskey),
      byApproval === null ? null : element('button', { type: 'button', class: 'link', onClick: byApproval }, 'Use another device instead'),
      ...after,
    ],
    submit: 'Open wallet',
    cancel: secondary,
    done,
  });
};

/** Offers the approval on another device, for a wallet without recovery words. */
export const showApprovalOnly = ({
  before,
  after = [],
  secondary,
  byApproval,
  byPasskey,
}: Pick<WordsFieldOptions, 'before' | 'after' | 'secondary' | 'byPasskey'> & { readonly byApproval: () => void }): void =>
  void showScreen(
    {
      title: 'Open your wallet here',
      children: [
        ...before(),
        paragraph(
          'Your wallet was created in another browser or on another device, and has no recovery words. A device that has it can approve this one.',
        ),
        passkeyButton(byPasskey),
        ...after,
      ],
      actions: [secondary, { label: 'Ask my other device', isPrimary: true, run: byApproval }],
    },
    true,
  );

/** Waits for the approval of this device on another one, and shows the number. @param number `null` until the other device has opened the request */
export const showWaiting = (number: string | null, before: () => readonly Node[], cancel: ScreenAction): void =>
  void showScreen(
    {
      title: number === null ? 'Approve on your other device' : 'Type this number there',
      children: [
        ...before(),
        ...(number === null
          ? [
              paragraph(
                'Open “Your wallet” on a device that has it, and choose the new device. If you have given an email address, we mailed a link to it.',
              ),
              skeleton('Waiting for your other device'),
            ]
          : [
              element('output', { class: 'number', translate: 'no', 'aria-label': `Number ${[...number].join(' ')}` }, number),
              paragraph('Type it on your other device. Show it to no one, and keep this window open.'),
            ]),
      ],
      actions: [cancel],
    },
    number === null,
  );

/** Options of {@link showOpening}. */
export interface OpeningOptions {
  readonly session: WalletSession;
  readonly info: SessionInfo;
  readonly done: () => void;
  readonly signOut: ScreenAction;
  /** Opens the wallet by a recovery kit. */
  readonly byKit: () => void;
}

/** Opens the wallet of a user who is logged in, in a browser that has no device of it: by the words, or by an approval on another device. */
export const showOpening = ({ session, info, done, signOut, byKit }: OpeningOptions): void => {
  const before = (): readonly Node[] => [storageNote(session.persistence)].filter((note) => note !== null);
  const fail = (error: unknown, again: () => void): void => {
    if (needsCode(error)) {
      showLoginAgain({ session, error, title: 'Log in again', done: again, cancel: start });
      return;
    }
    showScreen(
      {
        title: 'Open your wallet',
        children: [errorLine(errorText(error))],
        actions: [signOut, { label: 'Try again', isPrimary: true, run: start }],
      },
      true,
    );
  };
  const byApproval = (): void => {
    const controller = new AbortController();
    const cancel: ScreenAction = {
      label: 'Cancel',
      run: () => {
        controller.abort();
        start();
      },
    };
    showWaiting(null, before, cancel);
    session.joining
      .joinByApproval({ signal: controller.signal, onNumber: (number) => showWaiting(number, before, cancel) })
      .then(done, (error: unknown) => {
        if (!controller.signal.aborted) fail(error, byApproval);
      });
  };
  const byWords = (recovery: Uint8Array<ArrayBuffer>): void => {
    session.recovery.recover(recovery).then(done, (error: unknown) => fail(error, start));
  };
  const { wallet } = info;
  const openByPasskey = (ofWallet: string): void =>
    showPasskeyOpening({
      wallet: ofWallet,
      passkeys: () => recoveringPasskeys(session),
      before,
      cancel: { label: 'Cancel', run: start },
      done: ({ recovery, passkey }) => {
        showScreen({ title: 'Opening your wallet', children: [...before(), skeleton('Opening your wallet')], actions: [] });
        session.recovery.recover(recovery, passkey).then(done, (error: unknown) => fail(error, start));
      },
    });
  const byPasskey = info.passkeyRecovers && wallet !== null ? () => openByPasskey(wallet) : null;
  const start = (): void => {
    const after = [element('button', { type: 'button', class: 'link', onClick: byKit }, 'Open a recovery kit instead')];
    if (info.recoverable && wallet !== null) {
      showWordsField({ wallet, before, after, secondary: signOut, done: byWords, byApproval, byPasskey });
      return;
    }
    showApprovalOnly({ before, after, secondary: signOut, byApproval, byPasskey });
  };
  start();
};
