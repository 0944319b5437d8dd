import { element } from '../../wallet/window/element.js';
import { address, type Fact } from '../approval/summary.js';
import { ApiError, type SessionInfo } from '../frame/frame-client.js';
import { KeyWorkerError } from '../keys/key-worker.js';
import { type KitProblem, kitFileName, kitText, type RecoveryKit } from '../keys/recovery-kit.js';
import { nameOf } from '../protocol/login-user.js';
import { needsCode, onEnter, showCode, textField } from './code-view.js';
import { errorText, isUnreachable } from './error-message.js';
import {
  areOtherWords,
  checkRecovery,
  createKit,
  exportKitPhrase,
  exportPhrase,
  KitMismatchError,
  openKit,
  readKitFile,
} from './kit-management.js';
import { socialButtons } from './login-view.js';
import { recoveringPasskeys } from './passkey-list.js';
import { passkeyButton, showPasskeyOpening } from './passkey-opening.js';
import { showPhrase } from './phrase-view.js';
import { errorLine, factList, noticeLine, paragraph, type ScreenAction, showScreen, skeleton, statusLine } from './screen.js';
import { type SmartAddress, type SmartAddressesOf, smartAddressFacts } from './smart-addresses.js';
import type { RecoverySecret } from './wallet-recovery.js';
import type { WalletSession } from './wallet-session.js';
import { type AskWordsOptions, askWords } from './words-field.js';

const SAVE_TITLE = 'Save your recovery kit';
const OPEN_TITLE = 'Open a recovery kit';
const PHRASE_TITLE = 'Your secret phrase';

const PROBLEMS: Readonly<Record<KitProblem, string>> = {
  'too-big': 'This file is too big for a recovery kit. Choose the file that is named wallet-recovery-kit.',
  'no-kit': 'This file is no recovery kit. Choose the file that is named wallet-recovery-kit.',
  newer: 'A later version of this site has made this kit. Reload the page, or open the kit where it was made.',
  damaged: 'This kit is damaged: a part of it is missing or was changed. Use another copy of it.',
};

const OTHER_WORDS = 'These are not the words of this wallet, or not its latest ones.';

/** Saves a text as a file. The browser asks no server. */
const download = (name: string, text: string): void => {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  element('a', { href: url, download: name }).click();
  // After the browser has begun to read it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
};

const dateText = (createdAt: string): string => new Date(createdAt).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** A kit, with the smart accounts of its wallet: files have the addresses of keys only. */
interface LoadedKit {
  readonly kit: RecoveryKit;
  readonly smartAccounts: readonly SmartAddress[];
}

const addressFacts = ({ kit, smartAccounts }: LoadedKit): readonly Fact[] => [
  address('Address', kit.accounts.eip155),
  ...smartAddressFacts(smartAccounts, 'Smart account'),
];

/** Lets the user save a kit. @param done the kit was saved, or the user does without it */
const showKit = (loaded: LoadedKit, done: (isSaved: boolean) => void): void => {
  const { kit } = loaded;
  const name = kitFileName(kit);
  const show = (isSaved: boolean): void => {
    const save = (): void => {
      download(name, kitText(kit));
      show(true);
    };
    showScreen(
      {
        title: SAVE_TITLE,
        children: [
          isSaved ? statusLine(`Saved to your downloads as ${name}.`) : null,
          paragraph('With this file and your ten words you get your wallet back without this site, also when it is gone.'),
          element(
            'ul',
            { class: 'points' },
            element('li', {}, 'Keep it apart from the words, such as on a USB stick: who has both has your wallet.'),
            element('li', {}, 'Alone, it opens nothing. It goes to no server.'),
            element('li', {}, 'If you replace your words, save another kit: this one opens with today’s words, for ever.'),
          ),
          factList([{ label: 'File', value: name, kind: 'text' }, ...addressFacts(loaded)]),
        ],
        actions: isSaved
          ? [
              { label: 'Save again', run: save },
              { label: 'Done', isPrimary: true, run: () => done(true) },
            ]
          : [
              { label: 'Not now', run: () => done(false) },
              { label: 'Save the kit', isPrimary: true, run: save },
            ],
      },
      true,
    );
  };
  show(false);
};

/** Options of the views of this file. */
export interface RecoveryOptions {
  readonly session: WalletSession;
  readonly smartAddresses: SmartAddressesOf;
  /** Shows the page again. @param note what was done; `null` for nothing */
  readonly done: (note: string | null) => void;
  /** Has the user unlock the wallet after an error, then goes on. */
  readonly unlock: (error: unknown, next: () => void) => void;
}

type KitSource = Pick<RecoveryOptions, 'session' | 'smartAddresses'>;

const withSmartAccounts = async ({ smartAddresses }: KitSource, kit: RecoveryKit): Promise<LoadedKit> => ({
  kit,
  smartAccounts: await smartAddresses(kit.accounts.eip155),
});

/** Makes a kit of words that were set just now. It says so if none can be made, since the words are good without it. @param recovery is erased */
export const offerKit = (source: KitSource, recovery: Uint8Array<ArrayBuffer>, done: (isSaved: boolean) => void): void => {
  showScreen({ title: SAVE_TITLE, children: [skeleton('Making the kit')], actions: [] });
  createKit(source.session, recovery)
    .finally(() => recovery.fill(0))
    .then((kit) => withSmartAccounts(source, kit))
    .then(
      (loaded) => showKit(loaded, done),
      (error: unknown) =>
        showScreen(
          {
            title: SAVE_TITLE,
            children: [
              errorLine(`The kit could not be made. ${errorText(error)}`),
              paragraph('Your words are set. You can save a kit on the page of your wallet later.'),
            ],
            actions: [{ label: 'Continue', isPrimary: true, run: () => done(false) }],
          },
          true,
        ),
    );
};

/** What the user is asked for the words of. */
interface WordsQuestion extends Pick<AskWordsOptions, 'wallet' | 'title' | 'submit'> {
  readonly before: () => readonly (Node | null)[];
  readonly after?: () => readonly (Node | null)[];
  /** Text for words that open nothing. */
  readonly otherWords: string;
}

/** Asks for the recovery words until they open something. */
const askUntilOpened = <Opened>(
  { done, unlock }: Pick<RecoveryOptions, 'done' | 'unlock'>,
  question: WordsQuestion,
  open: (recovery: Uint8Array<ArrayBuffer>) => Promise<Opened>,
  next: (opened: Opened) => void,
): void => {
  const cancel: ScreenAction = { label: 'Back', run: () => done(null) };
  const start = (error: string | null): void =>
    askWords({
      ...question,
      before: question.before(),
      after: question.after?.() ?? [],
      cancel,
      error,
      done: (recovery) => {
        open(recovery).then(next, (failure: unknown) => {
          recovery.fill(0);
          if (needsCode(failure)) unlock(failure, () => start(null));
          else start(areOtherWords(failure) ? question.otherWords : textOf(failure));
        });
      },
    });
  start(null);
};

const textOf = (error: unknown): string =>
  error instanceof KitMismatchError
    ? 'This kit was changed: it names other addresses than those of its wallet. Use another copy.'
    : errorText(error);

/** Makes a kit for the wallet on this device, once the user has typed its words. */
export const showKitCreation = (options: RecoveryOptions, wallet: string): void => {
  const { session, done } = options;
  const before = () => [paragraph('Type your ten words: the kit opens with them, and never without them.')];
  askUntilOpened(
    options,
    { wallet, title: SAVE_TITLE, before, submit: 'Make the kit', otherWords: OTHER_WORDS },
    async (recovery) => {
      await checkRecovery(session, recovery);
      const kit = await createKit(session, recovery);
      recovery.fill(0);
      return withSmartAccounts(options, kit);
    },
    (loaded) => showKit(loaded, (isSaved) => done(isSaved ? 'Your recovery kit is saved.' : null)),
  );
};

/** Wallet whose phrase is shown. */
export interface ExportedWallet {
  readonly wallet: string;
  /** Of eip155. */
  readonly address: string;
  readonly hasWords: boolean;
  /** Whether a passkey opens it, with the server. */
  readonly hasPasskey: boolean;
}

/**
 * Shows the phrase of the wallet on this device, once the user has typed its words or used a passkey that opens it. Needs no server if the device
 * has a wrap for the words.
 */
export const showPhraseExport = (options: RecoveryOptions, exported: ExportedWallet): void => {
  const { wallet, address: owner, hasWords, hasPasskey } = exported;
  const { session, done, smartAddresses } = options;
  const opened = async (secret: RecoverySecret): Promise<Uint16Array<ArrayBuffer>> => {
    try {
      return await exportPhrase(session, secret);
    } finally {
      secret.recovery.fill(0);
    }
  };
  const openByPasskey = (show: (phrase: Uint16Array<ArrayBuffer>) => void): void =>
    showPasskeyOpening({
      wallet,
      passkeys: () => recoveringPasskeys(session),
      before: () => [],
      cancel: { label: 'Back', run: () => done(null) },
      done: (secret) => {
        showScreen({ title: PHRASE_TITLE, children: [skeleton('Opening the phrase')], actions: [] });
        opened(secret).then(show, (error: unknown) => {
          if (needsCode(error)) options.unlock(error, () => openByPasskey(show));
          else
            showScreen(
              {
                title: PHRASE_TITLE,
                children: [errorLine(textOf(error))],
                actions: [
                  { label: 'Back', run: () => done(null) },
                  { label: 'Try again', isPrimary: true, run: () => openByPasskey(show) },
                ],
              },
              true,
            );
        });
      },
    });
  const openByWords = (show: (phrase: Uint16Array<ArrayBuffer>) => void): void =>
    askUntilOpened(
      options,
      {
        wallet,
        title: 'Your ten recovery words',
        before: () => [paragraph('Type your ten words to show the phrase.')],
        after: () => [passkeyButton(hasPasskey ? () => openByPasskey(show) : null)],
        submit: 'Open the phrase',
        otherWords: OTHER_WORDS,
      },
      (recovery) => opened({ recovery, passkey: null }),
      show,
    );
  showScreen({ title: PHRASE_TITLE, children: [skeleton('Loading the addresses')], actions: [] });
  smartAddresses(owner).then(
    (smartAccounts) => showPhrase({ address: owner, smartAccounts, open: hasWords ? openByWords : openByPasskey, done: () => done(null) }),
    (error: unknown) =>
      showScreen(
        {
          title: PHRASE_TITLE,
          children: [errorLine(textOf(error))],
          actions: [
            { label: 'Back', run: () => done(null) },
            { label: 'Try again', isPrimary: true, run: () => showPhraseExport(options, exported) },
          ],
        },
        true,
      ),
  );
};

/** What can be done with an open kit. */
type Use =
  | { readonly kind: 'restore'; readonly text: string }
  | { readonly kind: 'log-in'; readonly text: string }
  | { readonly kind: 'phrase-only'; readonly text: string };

const PHRASE_HINT = 'Its phrase opens it in another wallet app.';

/** Compares a kit with the account. @param info of the account that is logged in; `null`: none is */
const useOf = (kit: RecoveryKit, info: SessionInfo | null, stored: string | null): Use => {
  if (info === null) return { kind: 'log-in', text: 'Log in to use the wallet in this browser, or take its phrase to another wallet app.' };
  const { wallet, otherWallet } = info;
  if (wallet === kit.wallet)
    return stored === kit.wallet
      ? { kind: 'phrase-only', text: 'This browser has this wallet already: keep the kit for when it is lost.' }
      : { kind: 'restore', text: 'It is the wallet of your account. Use it in this browser.' };
  if (otherWallet === kit.wallet)
    return { kind: 'phrase-only', text: `It is the other wallet of your account, which is not in use. ${PHRASE_HINT}` };
  if (wallet === null) return { kind: 'phrase-only', text: `Your account has no wallet, or not this one any more. ${PHRASE_HINT}` };
  return { kind: 'phrase-only', text: `It is another wallet than that of your account, ${nameOf(info)}. ${PHRASE_HINT}` };
};

/** Opens a kit that the user chooses. Without a server, it shows addresses and phrase; with one, it restores the wallet in this browser. */
export const showKitOpening = (options: RecoveryOptions): void => {
  const { session, done, unlock } = options;
  const back: ScreenAction = { label: 'Back', run: () => done(null) };

  const factsOf = (loaded: LoadedKit): HTMLElement =>
    factList([
      ...addressFacts(loaded),
      address('Solana address', loaded.kit.accounts.solana),
      { label: 'Kit made', value: dateText(loaded.kit.createdAt), kind: 'text' },
    ]);

  const showFile = (): void => {
    // `element` returns an HTMLElement; this tag is an input.
    const field = element('input', { id: 'kit', type: 'file', accept: '.json,application/json' }) as HTMLInputElement;
    const error = element('div', {});
    const read = async (): Promise<void> => {
      const [file] = field.files ?? [];
      const kit = file === undefined ? null : await readKitFile(file);
      field.setAttribute('aria-invalid', String(typeof kit !== 'object' || kit === null));
      if (kit === null) error.replaceChildren(errorLine('Choose the file first.'));
      else if (typeof kit === 'string') error.replaceChildren(errorLine(PROBLEMS[kit]));
      else showWords(await withSmartAccounts(options, kit));
    };
    const run = (): void => void read().catch((failure: unknown) => error.replaceChildren(errorLine(textOf(failure))));
    field.addEventListener('change', run);
    showScreen(
      {
        title: OPEN_TITLE,
        children: [
          paragraph('Choose the file, then type your ten words. The file is read on this device, and goes to no server.'),
          element('div', { class: 'field' }, element('label', { for: 'kit' }, 'Recovery kit'), field),
          error,
        ],
        actions: [back, { label: 'Continue', isPrimary: true, run }],
      },
      true,
    );
  };

  const showWords = (loaded: LoadedKit): void => {
    const { kit } = loaded;
    askUntilOpened(
      { done: showFile, unlock },
      {
        wallet: kit.wallet,
        title: 'The words of this kit',
        before: () => [factsOf(loaded)],
        submit: 'Open the kit',
        otherWords: `These words do not belong to this kit. It opens with the words that you had on ${dateText(kit.createdAt)}.`,
      },
      async (recovery) => {
        await openKit(session, kit, recovery);
        return recovery;
      },
      (recovery) => void showOpened(loaded, recovery),
    );
  };

  const showOpened = async (loaded: LoadedKit, recovery: Uint8Array<ArrayBuffer>): Promise<void> => {
    const { kit } = loaded;
    const stored = (await session.device())?.wallet ?? null;
    const use = await session.current().then(
      (info) => useOf(kit, info, stored),
      (error: unknown): Use => ({ kind: 'phrase-only', text: `${errorText(error)} ${PHRASE_HINT}` }),
    );
    const leave = (note: string | null): void => {
      recovery.fill(0);
      done(note);
    };
    const restore: ScreenAction = { label: 'Use it here', isPrimary: true, run: () => showRestoring(loaded, recovery) };
    const logIn: ScreenAction = { label: 'Log in', isPrimary: true, run: () => showLogin(loaded, recovery) };
    showScreen(
      {
        title: 'The kit opens',
        children: [
          statusLine('The words belong to this kit, and the addresses are right.'),
          factsOf(loaded),
          paragraph(use.text),
          element(
            'button',
            { type: 'button', class: 'secondary', onClick: () => showKitPhrase(loaded, recovery) },
            'Show the secret phrase',
          ),
        ],
        actions: [
          { label: use.kind === 'phrase-only' ? 'Close' : 'Cancel', run: () => leave(null) },
          ...(use.kind === 'restore' ? [restore] : use.kind === 'log-in' ? [logIn] : []),
        ],
      },
      true,
    );
  };

  const showKitPhrase = (loaded: LoadedKit, recovery: Uint8Array<ArrayBuffer>): void =>
    showPhrase({
      address: loaded.kit.accounts.eip155,
      smartAccounts: loaded.smartAccounts,
      open: (show) => {
        exportKitPhrase(session, loaded.kit, recovery).then(show, (error: unknown) => showFailure(loaded, recovery, textOf(error)));
      },
      done: () => void showOpened(loaded, recovery),
    });

  const showFailure = (loaded: LoadedKit, recovery: Uint8Array<ArrayBuffer>, text: string): void =>
    void showScreen(
      {
        title: OPEN_TITLE,
        children: [errorLine(text)],
        actions: [{ label: 'Back', isPrimary: true, run: () => void showOpened(loaded, recovery) }],
      },
      true,
    );

  const showLogin = (loaded: LoadedKit, recovery: Uint8Array<ArrayBuffer>): void => {
    const again = (): void => void showOpened(loaded, recovery);
    const { field, row } = textField('email', 'Email', { type: 'email', autocomplete: 'email', maxlength: 320 });
    const submit = (): void => {
      const email = field.value.trim();
      field.setAttribute('aria-invalid', String(!email.includes('@')));
      if (!email.includes('@')) {
        field.focus();
        return;
      }
      showCode({
        session,
        email,
        title: 'Log in',
        reason: `A code will be mailed to ${email}.`,
        isAsked: true,
        done: again,
        cancel: again,
      });
    };
    onEnter(field, submit);
    showScreen(
      {
        title: 'Log in',
        children: [
          paragraph('Log in as you do in your apps. Where that leaves this page, open the kit once more afterwards.'),
          row,
          socialButtons(session, { title: 'Log in', done: again, cancel: again }),
        ],
        actions: [
          { label: 'Back', run: again },
          { label: 'Continue', isPrimary: true, run: submit },
        ],
      },
      true,
    );
    field.focus();
  };

  const showRestoring = (loaded: LoadedKit, recovery: Uint8Array<ArrayBuffer>): void => {
    showScreen({ title: OPEN_TITLE, children: [skeleton('Opening your wallet')], actions: [] });
    session.recovery.restore(loaded.kit, recovery).then(
      () => {
        recovery.fill(0);
        done('Your wallet is back in this browser.');
      },
      (error: unknown) => {
        if (needsCode(error)) unlock(error, () => showRestoring(loaded, recovery));
        else showFailure(loaded, recovery, restoreText(error));
      },
    );
  };

  showFile();
};

const restoreText = (error: unknown): string => {
  const isOld =
    (error instanceof ApiError && error.code === 'wrong-statement') || (error instanceof KeyWorkerError && error.code === 'rolled-back');
  return isOld
    ? 'This kit is older than the keys that manage your wallet, which were replaced when devices were removed. Open the wallet with your latest words or another device. The phrase of this kit is still that of your wallet.'
    : errorText(error);
};

/** What is left to the user while the server cannot be reached. */
export const showUnreachable = (options: RecoveryOptions, error: unknown, again: () => void): void => {
  const { session } = options;
  const show = async (): Promise<void> => {
    const device = await session.device();
    const canExport = device?.wraps.includes('"device-recovery"') === true;
    const open = (): void => showKitOpening(options);
    showScreen(
      {
        title: 'Your wallet',
        children: [
          errorLine(errorText(error)),
          paragraph('Your wallet is not lost. Without the server, you can still take it to another wallet app:'),
          element('button', { type: 'button', class: 'secondary', onClick: open }, OPEN_TITLE),
          device !== null && canExport
            ? element(
                'button',
                {
                  type: 'button',
                  class: 'secondary',
                  onClick: () =>
                    showPhraseExport(options, {
                      wallet: device.wallet,
                      address: device.accounts.eip155.address,
                      hasWords: true,
                      hasPasskey: false,
                    }),
                },
                'Show the secret phrase',
              )
            : noticeLine('This browser has no copy that your words open. The kit and your words open the wallet.'),
        ],
        actions: [{ label: 'Try again', isPrimary: true, run: again }],
      },
      true,
    );
  };
  if (isUnreachable(error)) void show();
  else
    showScreen(
      { title: 'Your wallet', children: [errorLine(errorText(error))], actions: [{ label: 'Try again', isPrimary: true, run: again }] },
      true,
    );
};
