import type { ToWindow, WindowSnapshot } from '../engine/messages.js';
import { element, type WindowLink } from './element.js';
import { homeView } from './home-view.js';
import { promptView } from './prompt-view.js';

type Balance = Extract<ToWindow, { type: 'balance' }>;

const lockedView = (link: WindowLink, pendingCount: number): HTMLElement =>
  element(
    'section',
    { class: 'locked', 'aria-labelledby': 'title' },
    element('h1', { id: 'title', tabindex: -1 }, 'Wallet locked'),
    element(
      'p',
      { class: 'quiet' },
      pendingCount > 0 ? 'A site sent a request. Unlock to view it.' : "Sites can't see your accounts while the wallet is locked.",
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

const messageView = (title: string, message: string, testId: string): HTMLElement =>
  element(
    'section',
    { 'data-testid': testId },
    element('h1', { tabindex: -1 }, title),
    element('p', { class: 'quiet', role: 'status' }, message),
  );

/** A pending prompt can be rejected while the wallet is locked. */
const rejectRow = (link: WindowLink, id: string): HTMLElement =>
  element(
    'div',
    { class: 'actions' },
    element('button', { 'data-testid': 'sw-reject', onClick: () => link.send({ type: 'decide', id, approve: false }) }, 'Reject'),
  );

/** A view of the window, by name. */
interface Scene {
  readonly name: string;
  readonly view: HTMLElement;
}

const sceneOf = (snapshot: WindowSnapshot, balance: Balance | null, openedFor: string | null, link: WindowLink): Scene => {
  const prompt = snapshot.prompts.find(({ id }) => openedFor === null || id === openedFor);
  if (snapshot.promptStatus === 'settled')
    return { name: 'settled', view: messageView('Done', 'You can close this window.', 'sw-settled') };
  if (snapshot.promptStatus === 'loading')
    return { name: 'loading', view: messageView('Loading', 'Waiting for the request…', 'sw-loading') };
  if (snapshot.locked) {
    const view = lockedView(link, snapshot.prompts.length);
    if (prompt !== undefined) view.append(rejectRow(link, prompt.id));
    return { name: 'locked', view };
  }
  if (prompt !== undefined) return { name: prompt.id, view: promptView(prompt, snapshot, link) };
  return { name: 'home', view: homeView(snapshot, balance, link) };
};

/** How long a window with a settled prompt waits for the page that opened it. Longer than that page waits for another request. */
const OPENER_MS = 2_000;

const closeUnused = (): void => {
  // An extension's window has no opener.
  const opener: Window | null = window.opener;
  if (opener === null || opener.closed) window.close();
  else setTimeout(() => window.close(), OPENER_MS);
};

/**
 * Mounts the wallet's window. It shows the prompt that it was opened for, else the oldest pending one, else the wallet's home. Once its
 * prompt is settled, the page that opened it shows another prompt in it or closes it. Without such a page it closes itself.
 * @param openedFor id of the request that the window was opened for; `null` for the wallet's home
 */
export const mountWindow = (root: HTMLElement, openedFor: string | null, link: WindowLink): void => {
  let snapshot: WindowSnapshot | null = null;
  let balance: Balance | null = null;
  let currentScene = '';

  const render = (): void => {
    if (snapshot === null) return;
    const scene = sceneOf(snapshot, balance, openedFor, link);
    const focused = document.activeElement?.getAttribute('data-testid') ?? null;
    root.replaceChildren(scene.view);
    const title = scene.view.querySelector('h1');
    document.title = `${title?.textContent ?? 'Wallet'} · Sandbox Wallet`;
    if (scene.name !== currentScene) title?.focus();
    else if (focused !== null) root.querySelector<HTMLElement>(`[data-testid="${CSS.escape(focused)}"]`)?.focus();
    currentScene = scene.name;
    if (scene.name === 'settled') closeUnused();
  };

  link.listen((message) => {
    if (message.type === 'snapshot') {
      snapshot = message.snapshot;
      render();
      return;
    }
    const isChanged = JSON.stringify(message) !== JSON.stringify(balance);
    balance = message;
    // Only the home shows the balance. A prompt must keep the user's selection.
    if (isChanged && currentScene === 'home') render();
  });
};
