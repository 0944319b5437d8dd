import { element } from '../../wallet/window/element.js';
import { errorLine, type ScreenAction, showScreen, skeleton } from './screen.js';

/** Loaded when words are typed: the list has 2,048 words. */
const loadWords = () => import('../keys/recovery-words.js');
const loadMistyped = () => import('../keys/mistyped-words.js');

/** A field for the ten recovery words. */
export interface WordsField {
  readonly row: HTMLElement;
  /** The words; `null` if they are none, and the field says which is wrong and what it may have been. */
  read(): Promise<readonly string[] | null>;
}

const fix = (label: string, run: () => void): HTMLElement => element('button', { type: 'button', class: 'fix', onClick: run }, label);

/** Creates the field. */
export const wordsField = (): WordsField => {
  // `element` returns an HTMLElement; this tag is a text area.
  const field = element('textarea', {
    id: 'words',
    rows: 4,
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    'aria-describedby': 'words-problem',
  }) as HTMLTextAreaElement;
  const problem = element('div', { id: 'words-problem', class: 'problem' });

  const replace = (words: readonly string[]): void => {
    field.value = words.join(' ');
    field.removeAttribute('aria-invalid');
    problem.replaceChildren();
    field.focus();
  };

  const showProblem = async (): Promise<void> => {
    const [{ splitWords, RECOVERY_WORD_COUNT }, { findMistyped }] = await Promise.all([loadWords(), loadMistyped()]);
    const { count, unknown, guesses } = findMistyped(field.value);
    const words = splitWords(field.value);
    const lines: HTMLElement[] = [];
    if (count !== RECOVERY_WORD_COUNT)
      lines.push(element('p', {}, count === 0 ? 'Type your ten words.' : `There are ten words. You typed ${count}.`));
    for (const { position, typed, nearest } of unknown) {
      const fixes = nearest.map((word) =>
        fix(`Use “${word}”`, () => replace(words.map((each, index) => (index === position - 1 ? word : each)))),
      );
      lines.push(element('p', {}, `Word ${position}, “${typed.slice(0, 20)}”, is not in the list.`));
      if (fixes.length > 0) lines.push(element('p', { class: 'fixes' }, ...fixes));
    }
    if (count === RECOVERY_WORD_COUNT && unknown.length === 0) {
      lines.push(element('p', {}, 'Each word is in the list, but they do not fit together: one is another word, or two are exchanged.'));
      for (const guess of guesses.slice(0, 3)) {
        const [first = 0, second] = guess.positions;
        const label = second === undefined ? `Word ${first} is “${guess.words[first - 1] ?? ''}”` : `Exchange words ${first} and ${second}`;
        lines.push(
          element(
            'p',
            { class: 'fixes' },
            'Perhaps: ',
            fix(label, () => replace(guess.words)),
          ),
        );
      }
    }
    problem.replaceChildren(element('div', { class: 'warning danger', role: 'alert' }, ...lines));
  };

  return {
    row: element('div', { class: 'field' }, element('label', { for: 'words' }, 'Recovery words'), field, problem),
    read: async () => {
      const words = (await loadWords()).readRecoveryWords(field.value);
      field.setAttribute('aria-invalid', String(words === null));
      if (words === null) {
        await showProblem();
        field.focus();
      }
      return words;
    },
  };
};

/** Options of {@link askWords}. */
export interface AskWordsOptions {
  readonly wallet: string;
  readonly title: string;
  /** Shown above the field. */
  readonly before: readonly (Node | null)[];
  /** Shown below it. Default: nothing. */
  readonly after?: readonly (Node | null)[];
  /** Label of the button. */
  readonly submit: string;
  readonly cancel: ScreenAction;
  /** Why an earlier try failed. Default: none did. */
  readonly error?: string | null;
  /** @param recovery the receiver erases it */
  readonly done: (recovery: Uint8Array<ArrayBuffer>) => void;
}

/** Has the user type the recovery words. */
export const askWords = ({ wallet, title, before, after = [], submit, cancel, error = null, done }: AskWordsOptions): void => {
  const field = wordsField();
  const run = async (): Promise<void> => {
    const words = await field.read();
    if (words === null) return;
    showScreen({ title, children: [...before, skeleton('Checking the words')], actions: [] });
    done(await (await loadWords()).recoverySecretOf(words, wallet));
  };
  showScreen(
    {
      title,
      children: [...before, error === null ? null : errorLine(error), field.row, ...after],
      actions: [cancel, { label: submit, isPrimary: true, run: () => void run() }],
    },
    true,
  );
};
