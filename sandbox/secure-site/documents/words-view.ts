import { element } from '../../wallet/window/element.js';
import { errorLine, noticeLine, paragraph, showScreen, skeleton } from './screen.js';

/** Loaded when words are made: the list has 2,048 words. */
const loadWords = () => import('../keys/recovery-words.js');

/** Words that the user types to confirm that all were written down. */
const CONFIRMED_WORDS = 2;

/** Options of {@link showWords}. */
export interface WordsOptions {
  /** Wallet that the words are for. */
  readonly wallet: string;
  /** Whether the wallet can do without words. */
  readonly canSkip: () => Promise<boolean>;
  /** For a wallet that exists: the user cancels instead of skipping. Default: false. */
  readonly isReplacing?: boolean;
  /** @param recovery makes the secret of the words, which takes a second; `null` if the user has skipped them */
  readonly done: (recovery: () => Promise<Uint8Array<ArrayBuffer> | null>) => void;
  readonly cancel: () => void;
}

/** Distinct positions of a list, in order. */
const pickPositions = (length: number, count: number): readonly number[] => {
  const picked = new Set<number>();
  // 256 is no multiple of the length, but which words are asked for is no secret.
  while (picked.size < count) picked.add((crypto.getRandomValues(new Uint8Array(1))[0] ?? 0) % length);
  return [...picked].sort((a, b) => a - b);
};

/** Makes recovery words, which the user writes down and confirms, or skips. */
export const showWords = ({ wallet, canSkip, isReplacing = false, done, cancel }: WordsOptions): void => {
  const showList = async (known?: readonly string[]): Promise<void> => {
    showScreen({ title: 'Your ten words', children: [skeleton('Making the words')], actions: [] });
    const words = known ?? (await loadWords()).createRecoveryWords();
    const isSkippable = await canSkip();
    showScreen(
      {
        title: 'Your ten words',
        children: [
          paragraph('Write these words down, in this order. With them and your login you get your wallet back when you lose this device.'),
          element('ol', { class: 'words', translate: 'no' }, ...words.map((word) => element('li', {}, word))),
          paragraph('Show them to no one. No app and no support ever asks for them.', 'quiet'),
          isSkippable || isReplacing
            ? null
            : noticeLine('This browser stores nothing here: without the words, your wallet would be lost when the page is closed.'),
        ],
        actions: [
          ...(isReplacing
            ? [{ label: 'Cancel', run: cancel }]
            : isSkippable
              ? [{ label: 'Skip for now', run: () => showSkip(words) }]
              : []),
          { label: 'I wrote them down', isPrimary: true, run: () => showConfirmation(words) },
        ],
      },
      true,
    );
  };

  const showSkip = (words: readonly string[]): void =>
    void showScreen(
      {
        title: 'Continue without words?',
        children: [
          element(
            'p',
            { class: 'warning danger' },
            element('strong', {}, 'Careful. '),
            'Without the words, your wallet and all that is in it are lost when this browser’s data is deleted or this device is lost.',
          ),
        ],
        actions: [
          { label: 'Continue without', run: () => done(async () => null) },
          { label: 'Show the words', isPrimary: true, run: () => void showList(words) },
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
      if (wrong === undefined) done(async () => (await loadWords()).recoverySecretOf(words, wallet));
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
          { label: 'Show the words', run: () => void showList(words) },
          { label: 'Confirm', isPrimary: true, run: confirm },
        ],
      },
      true,
    );
    fields[0]?.field.focus();
  };

  void showList();
};
