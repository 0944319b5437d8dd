import { type HomeHost, showFailure } from './home-host.js';
import { offerKitFor, openKit } from './recovery-sections.js';
import { factList, paragraph, type ScreenAction, showScreen, skeleton, storageNote } from './screen.js';
import { signOut } from './sign-out-view.js';
import { userFact } from './user-text.js';
import type { BegunWallet } from './wallet-session.js';
import { showWords } from './words-view.js';

/** Makes the wallet of a user who has none. */
const create = (host: HomeHost): void => {
  const { session, show } = host;
  const fail = (error: unknown): void => showFailure(error, [{ label: 'Back', isPrimary: true, run: () => show() }]);
  const make = async (begun: BegunWallet, recovery: () => Promise<Uint8Array<ArrayBuffer> | null>): Promise<void> => {
    showScreen({ title: 'Creating your wallet', children: [skeleton('Creating your wallet')], actions: [] });
    const secret = await recovery();
    const kept = secret?.slice() ?? null;
    await session.createWallet(begun, secret);
    offerKitFor(host, kept, 'Your wallet is ready. You can go back to the app.');
  };
  const begin = async (): Promise<void> => {
    const begun = await session.beginWallet();
    showWords({
      wallet: begun.wallet,
      // Without storage, the wallet would be lost with the page.
      canSkip: () => session.canKeepWallet(),
      done: (recovery) => void make(begun, recovery).catch(fail),
      cancel: () => show(),
    });
  };
  showScreen({ title: 'Create your wallet', children: [skeleton('Starting')], actions: [] });
  begin().catch(fail);
};

/** A user who is logged in, in a browser without a device of the wallet: creates or opens it. */
export const showWithoutDevice = async (host: HomeHost): Promise<void> => {
  const { session, show } = host;
  const info = await session.info();
  const leave: ScreenAction = { label: 'Sign out', run: () => signOut(host) };
  if (info.wallet === null) {
    showScreen(
      {
        title: 'No wallet yet',
        children: [
          factList([userFact(info)]),
          paragraph('You have no wallet yet. Create it here, or log in to an app.'),
          storageNote(session.persistence),
        ],
        actions: [leave, { label: 'Create your wallet', isPrimary: true, run: () => create(host) }],
      },
      true,
    );
    return;
  }
  const { showOpening } = await import('./open-view.js');
  showOpening({
    session,
    info,
    done: () => show('This browser is a device of your wallet now.'),
    signOut: leave,
    byKit: () => openKit(host),
  });
};
