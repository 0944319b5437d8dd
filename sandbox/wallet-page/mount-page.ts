import type { RemoteSnapshot } from '../remote-wallet/remote-command.js';
import type { RemoteWallet } from '../remote-wallet/remote-wallet.js';
import type { FromWindow, WindowSnapshot } from '../wallet/engine/messages.js';
import { element } from '../wallet/window/element.js';
import { questionView } from '../wallet/window/question-view.js';
import type { WindowLink } from '../wallet/window/window-link.js';
import { pairView } from './pair-view.js';
import { scanPicture } from './scan-picture.js';
import { sessionsView } from './sessions-view.js';

const PROGRESS: Readonly<Record<RemoteSnapshot['pairing'], string>> = {
  idle: '',
  connecting: 'Looking for the app…',
  waiting: 'Waiting for what the app asks…',
};

/** The wallet in the terms of the window of the injected one, whose question page is used here too. */
const asWindow = ({ accounts, selected, chainId, chains, others, questions }: RemoteSnapshot): WindowSnapshot => ({
  locked: false,
  accounts,
  selected,
  chainId,
  chains,
  others,
  questions,
  sites: [],
  own: null,
});

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** What a mounted page can do for its host. */
export interface MountedPage {
  /** Follows a pairing link; what is wrong with it is shown. */
  pair(uri: string): void;
  /** Shows nothing but these words any more. */
  end(title: string, words: string): void;
}

/** Runs the wallet's page: the oldest question, else the wallet's home. */
export const mountPage = (root: HTMLElement, wallet: RemoteWallet): MountedPage => {
  let shown = '';
  let afterword = '';
  let mishap: string | null = null;
  let hasEnded = false;
  let underWay = 0;

  /** Says whether something is still being sent: who leaves before then takes it along. */
  const busy = (change: 1 | -1): void => {
    underWay += change;
    root.setAttribute('aria-busy', String(underWay > 0));
  };

  /** What fails here fails before the wallet could say so in its snapshot, or is said there too. */
  const attempt = async (task: Promise<unknown>, words = ''): Promise<void> => {
    afterword = '';
    mishap = null;
    busy(1);
    try {
      await task;
      afterword = words;
    } catch (error) {
      mishap = wordsOf(error);
    } finally {
      busy(-1);
    }
    render(wallet.snapshot());
  };
  const pair = (uri: string): void => void attempt(wallet.command({ type: 'pair', uri }));
  const link: WindowLink = {
    send: (message: FromWindow) => {
      if (message.type === 'decide') {
        const { type: _, approve, ...choice } = message;
        const command = approve ? { type: 'approve' as const, ...choice } : { type: 'reject' as const, id: message.id };
        void attempt(wallet.command(command), 'Done. You can go back to the app.');
      } else if (message.command.type === 'select-account' || message.command.type === 'switch-chain') {
        void attempt(wallet.command(message.command));
      }
    },
    // The page asks the wallet itself.
    listen: () => undefined,
  };
  const form = pairView({
    pair,
    scan: (picture) => void attempt(scanPicture(picture).then((uri) => wallet.command({ type: 'pair', uri }))),
  });
  const title = element('h1', { tabindex: -1, class: 'hidden' }, 'Your wallet');
  const below = element('div', {});
  const home = element('div', {}, title, form.view, below);
  const question = element('div', { hidden: true });
  root.replaceChildren(home, question);

  const showHome = (snapshot: RemoteSnapshot): void => {
    const focused = document.activeElement?.getAttribute('data-testid') ?? null;
    const disconnect = (topic: string): void => void attempt(wallet.command({ type: 'disconnect', topic }));
    below.replaceChildren(sessionsView(snapshot, link, disconnect));
    // The wallet's own words say more.
    const trouble = snapshot.trouble ?? mishap;
    form.show(trouble ?? (snapshot.pairing === 'idle' ? afterword : PROGRESS[snapshot.pairing]), trouble !== null);
    if (focused !== null) below.querySelector<HTMLElement>(`[data-testid="${CSS.escape(focused)}"]`)?.focus();
  };

  const render = (snapshot: RemoteSnapshot): void => {
    if (hasEnded) return;
    const [oldest] = snapshot.questions;
    const scene = oldest?.id ?? 'home';
    home.hidden = oldest !== undefined;
    question.hidden = oldest === undefined;
    if (oldest === undefined) {
      question.replaceChildren();
      showHome(snapshot);
    } else if (scene !== shown) {
      // A question that is on screen keeps what the person has ticked.
      question.replaceChildren(questionView(oldest, asWindow(snapshot), link));
      afterword = '';
      mishap = null;
    }
    const heading = (oldest === undefined ? home : question).querySelector('h1');
    document.title = `${heading?.textContent ?? 'Wallet'} · Sandbox Phone Wallet`;
    if (scene !== shown) heading?.focus();
    shown = scene;
  };

  wallet.watch(render);
  render(wallet.snapshot());
  return {
    pair,
    end: (heading, words) => {
      hasEnded = true;
      root.replaceChildren(element('section', {}, element('h1', {}, heading), element('p', { class: 'quiet', role: 'status' }, words)));
    },
  };
};
