import type { ToWindow, WindowSnapshot } from '../engine/messages.js';
import { element, type WindowLink } from './element.js';
import { homeView } from './home-view.js';
import { questionView } from './question-view.js';

type Balance = Extract<ToWindow, { type: 'balance' }>;

const lockedView = (link: WindowLink, waiting: number): HTMLElement =>
  element(
    'section',
    { class: 'locked', 'aria-labelledby': 'title' },
    element('h1', { id: 'title', tabindex: -1 }, 'The wallet is locked'),
    element(
      'p',
      { class: 'quiet' },
      waiting > 0 ? 'A site is waiting. Unlock to see what it asks.' : 'Sites see no account until you unlock it.',
    ),
    element(
      'div',
      { class: 'actions' },
      element(
        'button',
        { class: 'primary', 'data-testid': 'sw-unlock', onClick: () => link.send({ type: 'call', call: { name: 'unlock', args: [] } }) },
        'Unlock',
      ),
    ),
  );

const wordsView = (title: string, words: string): HTMLElement =>
  element('section', {}, element('h1', { tabindex: -1 }, title), element('p', { class: 'quiet', role: 'status' }, words));

/** A waiting question does not vanish from a locked wallet: it can be rejected there. */
const rejectRow = (link: WindowLink, id: string): HTMLElement =>
  element(
    'div',
    { class: 'actions' },
    element('button', { 'data-testid': 'sw-reject', onClick: () => link.send({ type: 'decide', id, approve: false }) }, 'Reject'),
  );

/** What the window shows: a name for it, and its elements. */
interface Scene {
  readonly name: string;
  readonly view: HTMLElement;
}

const sceneOf = (snapshot: WindowSnapshot, balance: Balance | null, own: string | null, link: WindowLink): Scene => {
  const question = snapshot.questions.find(({ id }) => own === null || id === own);
  if (snapshot.own === 'over') return { name: 'over', view: wordsView('Done', 'You can close this window.') };
  if (snapshot.own === 'expected') return { name: 'expected', view: wordsView('One moment', 'The request is on its way.') };
  if (snapshot.locked) {
    const view = lockedView(link, snapshot.questions.length);
    if (question !== undefined) view.append(rejectRow(link, question.id));
    return { name: 'locked', view };
  }
  if (question !== undefined) return { name: question.id, view: questionView(question, snapshot, link) };
  return { name: 'home', view: homeView(snapshot, balance, link) };
};

/**
 * Runs the wallet's window: the question it was opened for, else the oldest one that waits, else the wallet's home. A window that was
 * opened for a question closes itself when that is answered.
 * @param own id of the request the window was opened for; `null` for the wallet's home
 */
export const mountWindow = (root: HTMLElement, own: string | null, link: WindowLink): void => {
  let snapshot: WindowSnapshot | null = null;
  let balance: Balance | null = null;
  let shown = '';

  const render = (): void => {
    if (snapshot === null) return;
    const scene = sceneOf(snapshot, balance, own, link);
    const focused = document.activeElement?.getAttribute('data-testid') ?? null;
    root.replaceChildren(scene.view);
    const title = scene.view.querySelector('h1');
    document.title = `${title?.textContent ?? 'Wallet'} · Sandbox Wallet`;
    if (scene.name !== shown) title?.focus();
    else if (focused !== null) root.querySelector<HTMLElement>(`[data-testid="${CSS.escape(focused)}"]`)?.focus();
    shown = scene.name;
    if (scene.name === 'over') window.close();
  };

  link.listen((message) => {
    if (message.type === 'snapshot') {
      snapshot = message.snapshot;
      render();
      return;
    }
    const isNews = JSON.stringify(message) !== JSON.stringify(balance);
    balance = message;
    // Only the home shows the balance; a question keeps what the person has ticked.
    if (isNews && shown === 'home') render();
  });
};
