import { element } from '../../wallet/window/element.js';
import { guardButton } from './guard-button.js';
import { askedBy, errorLine, factList, paragraph, showScreen, skeleton } from './screen.js';
import type { WalletSession } from './wallet-session.js';
import type { WindowTask, WindowTasks } from './window-messages.js';

/** Loaded when words are made: the list has 2,048 words. */
const loadWords = () => import('../keys/recovery-words.js');

type CreateTask = Extract<WindowTask, { readonly kind: 'create' }>;
type Secrets = WindowTasks['create']['result'];

/** What the view does with its outcome. */
export interface CreateActions {
  readonly done: (secrets: Secrets) => void;
  readonly reject: () => void;
  /** Makes the window a device of the wallet. */
  readonly joinWallet: (session: WalletSession) => Promise<void>;
  readonly openSession: () => Promise<WalletSession>;
}

const SECRET_BYTES = 32;
/** Words that the user types to confirm that all were written down. */
const CONFIRMED_WORDS = 2;

const randomSecret = (): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(SECRET_BYTES));

/** Distinct positions of a list, in order. */
const pickPositions = (length: number, count: number): readonly number[] => {
  const picked = new Set<number>();
  // 256 is no multiple of the length, but which words are asked for is no secret.
  while (picked.size < count) picked.add((crypto.getRandomValues(new Uint8Array(1))[0] ?? 0) % length);
  return [...picked].sort((a, b) => a - b);
};

/** Consent for the app, then the recovery words, which are confirmed or skipped. */
export const showCreation = (task: CreateTask, { done, reject, joinWallet, openSession }: CreateActions): void => {
  /** Answers the frame, then keeps the wallet for other apps. */
  const answer = async (recovery: Secrets['recovery']): Promise<void> => {
    showScreen({ title: 'Making your wallet', children: [skeleton('Making your wallet')], actions: [] });
    const session = await openSession();
    done({ device: randomSecret(), recovery, frame: await session.frameId() });
    await joinWallet(session);
  };
  const finish = (recovery: () => Promise<Secrets['recovery']>): void => {
    recovery()
      .then(answer)
      .catch(() =>
        showScreen(
          {
            title: 'Create your wallet',
            children: [errorLine('The wallet cannot be reached. Check your connection.')],
            actions: [
              { label: 'Cancel', run: reject },
              { label: 'Try again', isPrimary: true, run: () => finish(recovery) },
            ],
          },
          true,
        ),
      );
  };

  const showConsent = (): void => {
    const [, allow] = showScreen(
      {
        title: 'Create your wallet',
        children: [
          askedBy(task.app),
          factList([{ label: 'Email', value: task.email, kind: 'email' }]),
          element(
            'ul',
            { class: 'points' },
            element('li', {}, 'The app gets to know your address and email address.'),
            element('li', {}, 'It can ask you to sign. You approve each request in a window like this one.'),
            element('li', {}, 'It never gets your keys.'),
          ),
        ],
        actions: [
          { label: 'Cancel', run: reject },
          { label: 'Allow and create', isPrimary: true, run: () => void showWords() },
        ],
      },
      true,
    );
    if (allow !== undefined) guardButton(allow);
  };

  const showWords = async (known?: readonly string[]): Promise<void> => {
    showScreen({ title: 'Your ten words', children: [skeleton('Making the words')], actions: [] });
    const words = known ?? (await loadWords()).createRecoveryWords();
    showScreen(
      {
        title: 'Your ten words',
        children: [
          paragraph(
            'Write these words down, in this order. With them and your email address you get your wallet back when you lose this device.',
          ),
          element('ol', { class: 'words', translate: 'no' }, ...words.map((word) => element('li', {}, word))),
          paragraph('Show them to no one. No app and no support ever asks for them.', 'quiet'),
        ],
        actions: [
          { label: 'Skip for now', run: () => showSkip(words) },
          { label: 'I wrote them down', isPrimary: true, run: () => showConfirmation(words) },
        ],
      },
      true,
    );
  };

  const showSkip = (words: readonly string[]): void =>
    void showScreen(
      {
        title: 'Go on without words?',
        children: [
          element(
            'p',
            { class: 'warning danger' },
            element('strong', {}, 'Careful. '),
            'Without the words, your wallet and all that is in it are lost when this browser’s data is deleted or this device is lost.',
          ),
        ],
        actions: [
          { label: 'Go on without', run: () => finish(async () => null) },
          { label: 'Show the words', isPrimary: true, run: () => void showWords(words) },
        ],
      },
      true,
    );

  const showConfirmation = (words: readonly string[]): void => {
    const fields = pickPositions(words.length, CONFIRMED_WORDS).map((position) => ({
      position,
      // `element` returns an HTMLElement; this tag is an input.
      field: element('input', {
        type: 'text',
        id: `word-${position}`,
        autocomplete: 'off',
        autocapitalize: 'off',
        spellcheck: 'false',
      }) as HTMLInputElement,
    }));
    const error = element('div', {});
    const confirm = (): void => {
      const wrong = fields.find(({ field, position }) => field.value.trim().toLowerCase() !== words[position]);
      for (const { field } of fields) field.setAttribute('aria-invalid', String(field === wrong?.field));
      if (wrong === undefined) finish(async () => (await loadWords()).recoverySecretOf(words, task.wallet));
      else {
        error.replaceChildren(errorLine(`Word ${wrong.position + 1} is another one. Look at what you wrote down.`));
        wrong.field.focus();
      }
    };
    const form = element(
      'form',
      { class: 'form' },
      ...fields.map(({ position, field }) =>
        element('div', { class: 'field' }, element('label', { for: field.id }, `Word ${position + 1}`), field),
      ),
      error,
    );
    form.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter') return;
      event.preventDefault();
      confirm();
    });
    showScreen(
      {
        title: 'Check what you wrote down',
        children: [form],
        actions: [
          { label: 'Show the words', run: () => void showWords(words) },
          { label: 'Confirm', isPrimary: true, run: confirm },
        ],
      },
      true,
    );
    fields[0]?.field.focus();
  };

  showConsent();
};
