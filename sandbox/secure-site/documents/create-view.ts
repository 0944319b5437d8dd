import { element } from '../../wallet/window/element.js';
import { errorText } from './error-message.js';
import { guardButton } from './guard-button.js';
import { askedBy, errorLine, factList, showScreen, skeleton } from './screen.js';
import type { SmartAddressesOf } from './smart-addresses.js';
import { knownToApp, userFact } from './user-text.js';
import type { WalletSession } from './wallet-session.js';
import type { WindowTask, WindowTasks } from './window-messages.js';
import { showWords } from './words-view.js';

type CreateTask = Extract<WindowTask, { readonly kind: 'create' }>;
type Secrets = WindowTasks['create']['result'];

/** What the view does with its outcome. */
export interface CreateActions {
  readonly done: (secrets: Secrets) => void;
  readonly reject: () => void;
  /** Makes the window a device of the wallet. */
  readonly joinWallet: (session: WalletSession) => Promise<void>;
  readonly close: () => void;
  readonly openSession: () => Promise<WalletSession>;
  readonly smartAddresses: SmartAddressesOf;
}

/** Consent for the app, then the recovery words, which are confirmed or skipped. */
export const showCreation = (task: CreateTask, { done, reject, joinWallet, close, openSession, smartAddresses }: CreateActions): void => {
  /** Answers the frame, then keeps the wallet for other apps. */
  const answer = async (recovery: Secrets['recovery']): Promise<void> => {
    showScreen({ title: 'Creating your wallet', children: [skeleton('Creating your wallet')], actions: [] });
    const session = await openSession();
    const kept = recovery?.slice() ?? null;
    done({ recovery, frame: await session.frameId() });
    // The frame has its wallet, also if the window does not become a device of it.
    const isJoined = await joinWallet(session).then(
      () => true,
      () => false,
    );
    if (kept === null || !isJoined) close();
    else (await import('./kit-view.js')).offerKit({ session, smartAddresses }, kept, close);
  };
  const finish = (recovery: () => Promise<Secrets['recovery']>): void => {
    recovery()
      .then(answer)
      .catch((error: unknown) =>
        showScreen(
          {
            title: 'Create your wallet',
            children: [errorLine(errorText(error))],
            actions: [
              { label: 'Cancel', run: reject },
              { label: 'Try again', isPrimary: true, run: () => finish(recovery) },
            ],
          },
          true,
        ),
      );
  };

  const start = (): void => {
    showWords({
      wallet: task.wallet,
      // Without storage, the wallet would be lost with the page.
      canSkip: async () => (await openSession()).canKeepWallet(),
      done: (recovery) => finish(recovery),
      cancel: reject,
    });
  };

  const showConsent = (): void => {
    const [, allow] = showScreen(
      {
        title: 'Create your wallet',
        children: [
          askedBy(task.app),
          factList([userFact(task.user)]),
          element(
            'ul',
            { class: 'points' },
            element('li', {}, `The app gets to know ${knownToApp(task.user)}.`),
            element('li', {}, 'It can ask you to sign. You approve each request in a window like this one.'),
            element('li', {}, 'It never gets your keys.'),
          ),
        ],
        actions: [
          { label: 'Cancel', run: reject },
          { label: 'Allow and create', isPrimary: true, run: start },
        ],
      },
      true,
    );
    if (allow !== undefined) guardButton(allow);
  };

  showConsent();
};
