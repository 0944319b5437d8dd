import { element } from '../../wallet/window/element.js';
import { type HomeHost, section, sectionButton, showFailure } from './home-host.js';
import { noticeLine, paragraph } from './screen.js';
import { setRecovery, type WalletOverview } from './wallet-management.js';
import { showWords } from './words-view.js';

/** Loads what opens a kit and shows a phrase. */
export const loadRecovery = async () => {
  const [view] = await Promise.all([
    import('./kit-view.js'),
    import('../keys/recovery-words.js'),
    import('../keys/mistyped-words.js'),
    import('../smart-account/account-address.js'),
  ]);
  return view;
};
type RecoveryView = Awaited<ReturnType<typeof loadRecovery>>;

/** The page, as the views of recovery need it. */
export const recoveryOptions = ({ session, smartAddresses, show, unlock }: HomeHost) => ({ session, smartAddresses, done: show, unlock });

/** Shows a view of recovery. */
const recover = ({ show }: HomeHost, run: (view: RecoveryView) => void): void => {
  loadRecovery().then(run, (error: unknown) => showFailure(error, [{ label: 'Back', isPrimary: true, run: () => show() }]));
};

/** Opens a recovery kit. */
export const openKit = (host: HomeHost): void => recover(host, ({ showKitOpening }) => showKitOpening(recoveryOptions(host)));

/** Lets the user save a kit for words that were set just now. @param recovery is erased; `null`: there are none */
export const offerKitFor = (host: HomeHost, recovery: Uint8Array<ArrayBuffer> | null, note: string): void => {
  if (recovery === null) host.show(note);
  else recover(host, ({ offerKit }) => offerKit(host, recovery, () => host.show(note)));
};

/** Has the user write down recovery words, which replace earlier ones. @param wallet its id */
export const replaceWords = (host: HomeHost, wallet: string): void => {
  const note = 'Your new recovery words are set. Earlier ones open nothing here.';
  let kept: Uint8Array<ArrayBuffer> | null = null;
  showWords({
    wallet,
    canSkip: async () => false,
    isReplacing: true,
    done: (recovery) =>
      host.change(
        'Saving the words',
        async () => {
          const secret = await recovery();
          kept = secret?.slice() ?? null;
          if (secret !== null) await setRecovery(host.session, secret);
        },
        note,
        () => offerKitFor(host, kept, note),
      ),
    cancel: () => host.show(),
  });
};

/** Recovery words, recovery kit and secret phrase. */
export const recoverySections = (
  host: HomeHost,
  { session: { recoverable, wallet, passkeyRecovers }, address }: WalletOverview,
): readonly HTMLElement[] => {
  const id = wallet ?? '';
  const exported = { wallet: id, address, hasWords: recoverable, hasPasskey: passkeyRecovers };
  const canExport = recoverable || passkeyRecovers;
  const save = (): void => recover(host, ({ showKitCreation }) => showKitCreation(recoveryOptions(host), id));
  const reveal = (): void => recover(host, ({ showPhraseExport }) => showPhraseExport(recoveryOptions(host), exported));
  const without = passkeyRecovers
    ? paragraph('You have no recovery words. A passkey opens your wallet on a new device; words also replace one that is lost.', 'quiet')
    : noticeLine('You have no recovery words. If your devices are lost, so is the wallet.');
  const words = section(
    'Recovery words',
    recoverable ? paragraph('You have recovery words. With them and your login, you open the wallet on a new device.', 'quiet') : without,
    sectionButton(recoverable ? 'Replace the words' : 'Write down words now', () => replaceWords(host, id)),
  );
  const kit = section(
    'Recovery kit',
    paragraph('A file that gives your wallet back together with your words, also when this site is gone.', 'quiet'),
    element(
      'div',
      { class: 'buttons' },
      recoverable ? sectionButton('Save a recovery kit', save) : null,
      sectionButton('Open a recovery kit', () => openKit(host)),
    ),
  );
  const phrase = section(
    'Secret phrase',
    paragraph(
      canExport
        ? 'Twelve words that move this wallet to another wallet app. Who has them has all that is in it.'
        : 'Twelve words that move this wallet to another wallet app. Write down recovery words before: they protect the phrase.',
      'quiet',
    ),
    canExport ? sectionButton('Show the secret phrase', reveal) : null,
  );
  return [words, kit, phrase];
};
