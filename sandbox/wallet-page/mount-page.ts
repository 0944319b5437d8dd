import decodeQr from 'qr/decode.js';
import { callControl } from '../process/control.js';
import type { RemoteSession, RemoteSnapshot } from '../remote-wallet/remote-control.js';
import type { RemoteWallet } from '../remote-wallet/remote-wallet.js';
import { visible } from '../wallet/engine/describe.js';
import type { FromWindow, WindowSnapshot } from '../wallet/engine/messages.js';
import { element, type WindowLink } from '../wallet/window/element.js';
import { accountGroup, group, networkGroup, otherAddresses } from '../wallet/window/home-view.js';
import { questionView } from '../wallet/window/question-view.js';

/** The place where a person gives the wallet a link of an app. */
interface PairView {
  readonly view: HTMLElement;
  /** Says how it goes, or what went wrong. */
  show(words: string, isTrouble: boolean): void;
}

/** What a person does there. */
interface PairActions {
  pair(uri: string): void;
  scan(picture: Blob): void;
}

const firstImage = (data: DataTransfer | null): File | undefined => [...(data?.files ?? [])].find(({ type }) => type.startsWith('image/'));

/** Made once and kept: what the person has typed stays. A link is pasted; a picture of a QR code is chosen, pasted or dropped. */
const pairView = ({ pair, scan }: PairActions): PairView => {
  // The element of this tag.
  const field = element('textarea', {
    rows: 2,
    placeholder: 'wc:…',
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    'data-testid': 'rw-uri',
  }) as HTMLTextAreaElement;
  // The element of this tag.
  const files = element('input', { type: 'file', accept: 'image/*', 'data-testid': 'rw-scan' }) as HTMLInputElement;
  const status = element('p', { class: 'notice', role: 'status', 'data-testid': 'rw-status' });
  const alert = element('p', { class: 'warning', role: 'alert', 'data-testid': 'rw-trouble', hidden: true });
  const submit = (): void => {
    const uri = field.value.trim();
    if (uri !== '') pair(uri);
    field.value = '';
  };
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    submit();
  });
  files.addEventListener('change', () => {
    const [picture] = files.files ?? [];
    if (picture !== undefined) scan(picture);
    // The same picture may be chosen again.
    files.value = '';
  });
  const view = element(
    'section',
    { class: 'pair', 'aria-labelledby': 'pair-title' },
    element('h2', { id: 'pair-title' }, 'Connect an app'),
    element('label', {}, 'Link that the app shows or copies', field),
    element(
      'div',
      { class: 'buttons' },
      element('button', { class: 'primary', 'data-testid': 'rw-pair', onClick: submit }, 'Connect'),
      element('label', { class: 'scan' }, 'Scan a picture', files),
    ),
    status,
    alert,
  );
  document.addEventListener('paste', (event) => {
    const picture = firstImage(event.clipboardData);
    if (picture !== undefined) scan(picture);
  });
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', (event) => {
    event.preventDefault();
    const picture = firstImage(event.dataTransfer);
    if (picture !== undefined) scan(picture);
  });
  return {
    view,
    show: (words, isTrouble) => {
      const [said, silent] = isTrouble ? [alert, status] : [status, alert];
      if (said.textContent !== words) said.textContent = words;
      silent.textContent = '';
      alert.hidden = !isTrouble;
    },
  };
};

const count = (many: number, one: string): string => (many === 1 ? `1 ${one}` : `${many} ${one}s`);

const row = ({ topic, name, url, accounts, chains }: RemoteSession, disconnect: (topic: string) => void): HTMLElement => {
  const shown = visible(name === '' ? 'An app without a name' : name);
  const addresses = new Set(accounts.map((account) => account.split(':')[2])).size;
  return element(
    'div',
    { class: 'row', 'data-testid': `rw-session-${topic}` },
    element(
      'span',
      { class: 'grow' },
      shown,
      element('small', { class: 'quiet' }, visible(url)),
      element('small', { class: 'quiet' }, `${count(addresses, 'account')}, ${count(chains.length, 'network')}`),
    ),
    element(
      'button',
      { 'data-testid': `rw-disconnect-${topic}`, 'aria-label': `Disconnect ${shown}`, onClick: () => disconnect(topic) },
      'Disconnect',
    ),
  );
};

/** The wallet's home below the place for links: account, network, connected apps. */
const sessionsView = (snapshot: RemoteSnapshot, link: WindowLink, disconnect: (topic: string) => void): HTMLElement =>
  element(
    'div',
    { class: 'home' },
    group(
      'Connected apps',
      ...(snapshot.sessions.length === 0
        ? [element('p', { class: 'quiet' }, 'No app is connected.')]
        : snapshot.sessions.map((session) => row(session, disconnect))),
    ),
    accountGroup(snapshot, link),
    networkGroup(snapshot, link),
    otherAddresses(snapshot),
    element('p', { class: 'mono address quiet', 'data-testid': 'rw-address' }, snapshot.selected),
  );

/** Larger pictures are made smaller first: the code in them is still large enough. */
const MAX_PIXELS_WIDE = 2_000;

/** How long to look. */
const LOOK_MS = 4_000;

const open = async (picture: Blob): Promise<ImageBitmap> => {
  try {
    return await createImageBitmap(picture);
  } catch (error) {
    throw new Error('This browser cannot read the picture.', { cause: error });
  }
};

/**
 * The text of the QR code in a picture, such as a screenshot.
 * @throws Error when there is none, or the picture is none
 * @see https://www.iso.org/standard/83389.html
 */
const scanPicture = async (picture: Blob): Promise<string> => {
  const bitmap = await open(picture);
  const scale = Math.min(1, MAX_PIXELS_WIDE / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(bitmap.width * scale);
  canvas.height = Math.round(bitmap.height * scale);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('This browser cannot draw the picture.');
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height);
  try {
    return decodeQr({ data, width, height }, { timeLimit: LOOK_MS });
  } catch (error) {
    throw new Error('There is no readable QR code in this picture.', { cause: error });
  }
};

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
  const pair = (uri: string): void => void attempt(wallet.control.pair(uri));
  const link: WindowLink = {
    send: (message: FromWindow) => {
      if (message.type === 'decide') {
        const { type: _, approve, ...choice } = message;
        const answer = approve ? wallet.control.approve(choice) : wallet.control.reject(choice.id);
        void attempt(answer, 'Done. You can go back to the app.');
      } else if (message.call.name === 'selectAccount' || message.call.name === 'switchChain') {
        void attempt(callControl(wallet.control, message.call));
      }
    },
    // The page asks the wallet itself.
    listen: () => undefined,
  };
  const form = pairView({
    pair,
    scan: (picture) => void attempt(scanPicture(picture).then((uri) => wallet.control.pair(uri))),
  });
  const title = element('h1', { tabindex: -1, class: 'hidden' }, 'Your wallet');
  const below = element('div', {});
  const home = element('div', {}, title, form.view, below);
  const question = element('div', { hidden: true });
  root.replaceChildren(home, question);

  const showHome = (snapshot: RemoteSnapshot): void => {
    const focused = document.activeElement?.getAttribute('data-testid') ?? null;
    const disconnect = (topic: string): void => void attempt(wallet.control.disconnect(topic));
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
