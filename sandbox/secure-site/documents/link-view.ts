import { element } from '../../wallet/window/element.js';
import { address, type Fact } from '../approval/summary.js';
import type { LoginUser } from '../protocol/login-user.js';
import { needsCode } from './code-view.js';
import { errorText } from './error-message.js';
import { guardButton } from './guard-button.js';
import { showLoginAgain } from './login-view.js';
import { showApprovalOnly, showWaiting, showWordsField } from './open-view.js';
import { showPasskeyOpening } from './passkey-opening.js';
import { askedBy, errorLine, factList, paragraph, showScreen, skeleton, storageNote } from './screen.js';
import { type SmartAddressesOf, smartAddressFacts } from './smart-addresses.js';
import { knownToApp, userFact } from './user-text.js';
import type { WalletSession } from './wallet-session.js';
import type { WindowTask, WindowTasks } from './window-messages.js';

type LinkTask = Extract<WindowTask, { readonly kind: 'link' }>;

/** What the view does with its outcome. */
export interface LinkActions {
  readonly done: (result: WindowTasks['link']['result']) => void;
  readonly reject: () => void;
  /** Adds the device of the frame to the wallet. */
  readonly addDevice: (session: WalletSession, device: { readonly frame: string; readonly origin: string }) => Promise<void>;
  /** Has the frame ask for an approval on another device. @param onNumber shows its number @throws Error with a text for the user */
  readonly askApproval: (onNumber: (number: string) => void) => Promise<void>;
  readonly openSession: () => Promise<WalletSession>;
  readonly smartAddresses: SmartAddressesOf;
}

/** Consent for an app that gets the wallet of this browser; or the recovery words, where the browser has none. */
export const showLink = (task: LinkTask, { done, reject, addDevice, askApproval, openSession, smartAddresses }: LinkActions): void => {
  const { app, frame, wallet, recoverable, passkeys } = task;
  const title = 'Use your wallet here';
  const rejection = { label: 'Cancel', run: reject };
  const before = (): readonly Node[] => [askedBy(app)];

  const unlock = (session: WalletSession, error: unknown, next: () => void): void =>
    showLoginAgain({ session, error, title: 'Unlock your wallet', before, done: next, cancel: reject });

  const showConsent = (session: WalletSession, user: LoginUser, accounts: readonly Fact[], error: string | null): void => {
    const allow = (): void => {
      showScreen({ title, children: [askedBy(app), skeleton('Connecting the app')], actions: [] });
      addDevice(session, { frame, origin: app.origin }).then(
        () => done({ recovery: null, byApproval: false }),
        (error: unknown) => {
          if (needsCode(error)) unlock(session, error, allow);
          else showConsent(session, user, accounts, 'The app could not be connected. Check your connection, then try again.');
        },
      );
    };
    const [, allowButton] = showScreen(
      {
        title,
        children: [
          askedBy(app),
          factList([userFact(user), ...accounts]),
          element(
            'ul',
            { class: 'points' },
            element('li', {}, `The app gets to know ${knownToApp(user)}.`),
            element('li', {}, 'It can ask you to sign. You approve each request in a window like this one.'),
          ),
          error === null ? null : errorLine(error),
          storageNote(session.persistence),
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
        children: [askedBy(app), paragraph('This browser has no wallet that the app could use. Go back to the app and log in.')],
        actions: [{ label: 'Close', isPrimary: true, run: reject }],
      },
      true,
    );

  const byApproval = (): void => {
    let isCancelled = false;
    const cancel = {
      label: 'Cancel',
      run: () => {
        isCancelled = true;
        reject();
      },
    };
    showWaiting(null, before, cancel);
    askApproval((number) => {
      if (!isCancelled) showWaiting(number, before, cancel);
    }).then(
      () => done({ recovery: null, byApproval: true }),
      (error: unknown) =>
        showScreen(
          {
            title,
            children: [askedBy(app), errorLine(error instanceof Error ? error.message : 'The device was not added.')],
            actions: [{ label: 'Close', isPrimary: true, run: reject }],
          },
          true,
        ),
    );
  };
  const openByPasskey = (ofWallet: string): void =>
    showPasskeyOpening({
      wallet: ofWallet,
      passkeys: async () => passkeys,
      before,
      cancel: { label: 'Cancel', run: () => showOpening(ofWallet) },
      done: ({ recovery, passkey }) => done({ recovery, passkey, byApproval: false }),
    });
  const showOpening = (ofWallet: string): void => {
    const byPasskey = passkeys.length === 0 ? null : () => openByPasskey(ofWallet);
    if (recoverable) {
      const words = (recovery: Uint8Array<ArrayBuffer>): void => done({ recovery, byApproval: false });
      showWordsField({ wallet: ofWallet, before, secondary: rejection, done: words, byApproval, byPasskey });
      return;
    }
    showApprovalOnly({ before, secondary: rejection, byApproval, byPasskey });
  };

  const accountsOf = async (owner: string): Promise<readonly Fact[]> => [
    address('Account', owner),
    ...smartAddressFacts(await smartAddresses(owner), 'Smart account'),
  ];
  const load = async (): Promise<void> => {
    const session = await openSession();
    const account = (await session.resume()) ? await session.account('eip155') : null;
    const own = (await session.device())?.wallet ?? null;
    // Another user's wallet is not the one that the app's user is logged in to.
    const { user } = session;
    const fits = account !== null && user !== null && (wallet === null || wallet === own);
    if (fits) showConsent(session, user, await accountsOf(account.address), null);
    else if (wallet === null) showNothing();
    else showOpening(wallet);
  };
  const start = (): void => {
    showScreen({ title, children: [askedBy(app), skeleton('Loading your wallet')], actions: [rejection] }, true);
    load().catch((error: unknown) =>
      showScreen(
        {
          title,
          children: [askedBy(app), errorLine(errorText(error))],
          actions: [rejection, { label: 'Try again', isPrimary: true, run: start }],
        },
        true,
      ),
    );
  };
  start();
};
