import { element } from '../../wallet/window/element.js';
import { address as addressFact } from '../approval/summary.js';
import { factList, noticeLine, paragraph, type ScreenAction, showScreen } from './screen.js';
import { type SmartAddress, smartAddressFacts } from './smart-addresses.js';

const TITLE = 'Your secret phrase';
/** Then the words are erased: a page that is left open shows them to anyone who comes by. */
const SHOWN_SECONDS = 60;

const loadWords = () => import('../keys/recovery-words.js');

/** Options of {@link showPhrase}. */
export interface PhraseOptions {
  /** Of the wallet, on eip155. */
  readonly address: string;
  readonly smartAccounts: readonly SmartAddress[];
  /** Opens the phrase, and has the user give what opens it before. @param show takes the phrase and erases it */
  readonly open: (show: (phrase: Uint16Array<ArrayBuffer>) => void) => void;
  readonly done: () => void;
}

/** Shows the words that other wallets import: after a warning, hidden until they are asked for, and for a minute at most. */
export const showPhrase = ({ address, smartAccounts, open, done }: PhraseOptions): void => {
  const back: ScreenAction = { label: 'Back', run: done };
  const addresses = (): readonly (Node | null)[] => [
    factList([addressFact('Address', address), ...smartAddressFacts(smartAccounts, 'Smart account')]),
    smartAccounts.length === 0
      ? null
      : noticeLine(
          'Other wallet apps show the first address only. The words control the smart account, too, but few apps can open it: send what is in it to the first address before you leave this site.',
        ),
  ];

  const showWarning = (): void =>
    void showScreen(
      {
        title: 'Show the secret phrase?',
        children: [
          element(
            'p',
            { class: 'warning danger' },
            element('strong', {}, 'Careful. '),
            'Anyone who sees these twelve words has all that is in this wallet, for ever. Nothing else is needed: no device, no code, no recovery words.',
          ),
          element(
            'ul',
            { class: 'points' },
            element('li', {}, 'You need them only to move this wallet to another wallet app.'),
            element('li', {}, 'No app and no support ever asks for them. If someone has sent you here, go back.'),
            element('li', {}, 'Write them on paper. A screenshot or a note is read by other apps, and copied to other devices.'),
          ),
          ...addresses(),
        ],
        actions: [back, { label: 'Continue', isPrimary: true, run: () => open((phrase) => void showWords(phrase)) }],
      },
      true,
    );

  const showCleared = (): void =>
    void showScreen(
      {
        title: TITLE,
        children: [paragraph('The words were erased from this page. They are shown for a minute, and only while you look at the page.')],
        actions: [
          { label: 'Show them again', run: showWarning },
          { label: 'Done', isPrimary: true, run: done },
        ],
      },
      true,
    );

  const showWords = async (phrase: Uint16Array<ArrayBuffer>): Promise<void> => {
    const { wordAt } = await loadWords();
    const list = element('ol', { class: 'words phrase', translate: 'no' });
    const timer = element('p', { class: 'quiet', role: 'timer' });
    let isShown = false;
    const render = (): void => {
      // Hidden words are not in the document.
      list.replaceChildren(
        ...Array.from(phrase, (place) =>
          element('li', {}, isShown ? wordAt(place) : element('span', { class: 'quiet', 'aria-hidden': 'true' }, '••••••')),
        ),
      );
      list.setAttribute('aria-label', isShown ? 'Twelve words' : 'Twelve words, hidden');
      toggle.textContent = isShown ? 'Hide the words' : 'Show the words';
    };
    const toggle = element('button', {
      type: 'button',
      class: 'secondary',
      onClick: () => {
        isShown = !isShown;
        render();
      },
    });
    let seconds = SHOWN_SECONDS;
    const countDown = (): void => {
      timer.textContent = `Erased in ${seconds} s, or when you leave this page.`;
    };
    const clear = (next: () => void): void => {
      clearInterval(interval);
      document.removeEventListener('visibilitychange', onHide);
      window.removeEventListener('pagehide', onHide);
      phrase.fill(0);
      list.replaceChildren();
      next();
    };
    const onHide = (event: Event): void => {
      if (event.type === 'pagehide' || document.visibilityState === 'hidden') clear(showCleared);
    };
    const interval = setInterval(() => {
      seconds -= 1;
      if (seconds > 0) countDown();
      else clear(showCleared);
    }, 1_000);
    document.addEventListener('visibilitychange', onHide);
    window.addEventListener('pagehide', onHide);
    render();
    countDown();
    showScreen(
      {
        title: TITLE,
        children: [
          paragraph(
            'Make sure that no one looks at your screen, and no camera does. Other wallets take these twelve words, in this order.',
          ),
          list,
          toggle,
          timer,
          ...addresses(),
        ],
        actions: [{ label: 'Done', isPrimary: true, run: () => clear(done) }],
      },
      true,
    );
  };

  showWarning();
};
