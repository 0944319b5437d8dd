import decodeQr from 'qr/decode.js';
import { callControl } from '../process/control.js';
import type { RemoteSession, RemoteSnapshot } from '../remote-wallet/remote-control.js';
import type { RemoteWallet } from '../remote-wallet/remote-wallet.js';
import { visible } from '../wallet/engine/describe.js';
import type { FromWindow, WindowSnapshot } from '../wallet/engine/messages.js';
import { element, type WindowLink } from '../wallet/window/element.js';
import { accountGroup, group, networkGroup, otherAddresses } from '../wallet/window/home-view.js';
import { promptView } from '../wallet/window/prompt-view.js';

/** The form for pairing URIs. */
interface PairView {
  readonly view: HTMLElement;
  /** Shows a status or an error. */
  show(message: string, isTrouble: boolean): void;
}

/** Actions of the form. */
interface PairActions {
  pair(uri: string): void;
  scan(picture: Blob): void;
}

const firstImage = (data: DataTransfer | null): File | undefined => [...(data?.files ?? [])].find(({ type }) => type.startsWith('image/'));

/** Created once, so that the input keeps its text. Accepts a pasted URI, or an image of a QR code that is selected, pasted or dropped. */
const pairView = ({ pair, scan }: PairActions): PairView => {
  // `element` returns an HTMLElement. The tag determines the subtype.
  const field = element('textarea', {
    rows: 2,
    placeholder: 'wc:…',
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    'data-testid': 'rw-uri',
  }) as HTMLTextAreaElement;
  // `element` returns an HTMLElement; this tag is an input.
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
    // Allows selecting the same image again.
    files.value = '';
  });
  const view = element(
    'section',
    { class: 'pair', 'aria-labelledby': 'pair-title' },
    element('h2', { id: 'pair-title' }, 'Connect to an app'),
    element('label', {}, 'WalletConnect link', field),
    element(
      'div',
      { class: 'buttons' },
      element('button', { class: 'primary', 'data-testid': 'rw-pair', onClick: submit }, 'Connect'),
      element('label', { class: 'scan' }, 'Scan image', files),
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
    show: (message, isTrouble) => {
      const [active, inactive] = isTrouble ? [alert, status] : [status, alert];
      if (active.textContent !== message) active.textContent = message;
      inactive.textContent = '';
      alert.hidden = !isTrouble;
    },
  };
};

const count = (amount: number, unit: string): string => (amount === 1 ? `1 ${unit}` : `${amount} ${unit}s`);

const row = ({ topic, name, url, accounts, chains }: RemoteSession, disconnect: (topic: string) => void): HTMLElement => {
  const displayName = visible(name === '' ? 'Unnamed app' : name);
  const addresses = new Set(accounts.map((account) => account.split(':')[2])).size;
  return element(
    'div',
    { class: 'row', 'data-testid': `rw-session-${topic}` },
    element(
      'span',
      { class: 'grow' },
      displayName,
      element('small', { class: 'quiet' }, visible(url)),
      element('small', { class: 'quiet' }, `${count(addresses, 'account')}, ${count(chains.length, 'network')}`),
    ),
    element(
      'button',
      { 'data-testid': `rw-disconnect-${topic}`, 'aria-label': `Disconnect ${displayName}`, onClick: () => disconnect(topic) },
      'Disconnect',
    ),
  );
};

/** Actions of the home. */
interface HomeActions {
  disconnect(topic: string): void;
  setSignIn(on: boolean): void;
}

/** The choice between signing in to apps with the approval of a connection, and only connecting. */
const signInChoice = ({ supportsSignIn }: RemoteSnapshot, setSignIn: (on: boolean) => void): HTMLElement => {
  // `element` returns an HTMLElement; this tag is an input.
  const box = element('input', { type: 'checkbox', checked: supportsSignIn, 'data-testid': 'rw-sign-in' }) as HTMLInputElement;
  box.addEventListener('change', () => setSignIn(box.checked));
  return element('label', { class: 'row' }, element('span', { class: 'grow' }, 'Sign in when connecting'), box);
};

/** The wallet's home below the form: sign-in, connected apps, account and network. */
const sessionsView = (snapshot: RemoteSnapshot, link: WindowLink, { disconnect, setSignIn }: HomeActions): HTMLElement =>
  element(
    'div',
    { class: 'home' },
    signInChoice(snapshot, setSignIn),
    group(
      'Connected apps',
      ...(snapshot.sessions.length === 0
        ? [element('p', { class: 'quiet' }, 'No connected apps.')]
        : snapshot.sessions.map((session) => row(session, disconnect))),
    ),
    accountGroup(snapshot, link),
    networkGroup(snapshot, link),
    otherAddresses(snapshot),
    element('p', { class: 'mono address quiet', 'data-testid': 'rw-address' }, snapshot.selected),
  );

/** Larger images are scaled down before decoding. */
const MAX_PIXELS_WIDE = 2_000;

/** Time limit for decoding. */
const DECODE_LIMIT_MS = 4_000;

const open = async (picture: Blob): Promise<ImageBitmap> => {
  try {
    return await createImageBitmap(picture);
  } catch (error) {
    throw new Error("Can't read this image.", { cause: error });
  }
};

/**
 * Decodes the QR code in an image, such as a screenshot.
 * @throws Error when there is no QR code, or the file is not an image
 * @see https://www.iso.org/standard/83389.html
 */
const scanPicture = async (picture: Blob): Promise<string> => {
  const bitmap = await open(picture);
  const scale = Math.min(1, MAX_PIXELS_WIDE / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(bitmap.width * scale);
  canvas.height = Math.round(bitmap.height * scale);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error("This browser can't process images.");
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height);
  try {
    return decodeQr({ data, width, height }, { timeLimit: DECODE_LIMIT_MS });
  } catch (error) {
    throw new Error('No QR code found in this image.', { cause: error });
  }
};

const PROGRESS: Readonly<Record<RemoteSnapshot['pairing'], string>> = {
  idle: '',
  connecting: 'Connecting to the app…',
  waiting: 'Waiting for the app…',
};

/** Adapts the snapshot to the injected wallet's window, whose prompt view is reused here. */
const asWindow = ({ accounts, selected, chainId, chains, others, prompts }: RemoteSnapshot): WindowSnapshot => ({
  locked: false,
  accounts,
  selected,
  chainId,
  chains,
  others,
  prompts,
  sites: [],
  promptStatus: null,
});

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Controls of a mounted page. */
export interface MountedPage {
  /** Pairs with an app. Errors are shown on the page. */
  pair(uri: string): void;
  /** Replaces the view with a final message. */
  close(title: string, message: string): void;
}

/** Mounts the wallet's page. It shows the oldest prompt, or the wallet's home. */
export const mountPage = (root: HTMLElement, wallet: RemoteWallet): MountedPage => {
  let currentScene = '';
  let successMessage = '';
  let errorMessage: string | null = null;
  let isClosed = false;
  let pendingCount = 0;

  /** Tracks pending responses in `aria-busy`. Leaving the page before they are sent would lose them. */
  const addPending = (change: 1 | -1): void => {
    pendingCount += change;
    root.setAttribute('aria-busy', String(pendingCount > 0));
  };

  /** Runs an action and shows its error. Some errors occur before the wallet can add them to its snapshot. */
  const attempt = async (task: Promise<unknown>, doneMessage = ''): Promise<void> => {
    successMessage = '';
    errorMessage = null;
    addPending(1);
    try {
      await task;
      successMessage = doneMessage;
    } catch (error) {
      errorMessage = messageOf(error);
    } finally {
      addPending(-1);
    }
    render(wallet.snapshot());
  };
  const pair = (uri: string): void => void attempt(wallet.control.pair(uri));
  const link: WindowLink = {
    send: (message: FromWindow) => {
      if (message.type === 'decide') {
        const { type: _, approve, ...choice } = message;
        const response = approve ? wallet.control.approve(choice) : wallet.control.reject(choice.id);
        void attempt(response, 'Done. Return to the app.');
      } else if (message.call.name === 'selectAccount' || message.call.name === 'switchChain') {
        void attempt(callControl(wallet.control, message.call));
      }
    },
    // The page calls the wallet directly.
    listen: () => undefined,
  };
  const form = pairView({
    pair,
    scan: (picture) => void attempt(scanPicture(picture).then((uri) => wallet.control.pair(uri))),
  });
  const title = element('h1', { tabindex: -1, class: 'hidden' }, 'Your wallet');
  const below = element('div', {});
  const home = element('div', {}, title, form.view, below);
  const prompt = element('div', { hidden: true });
  root.replaceChildren(home, prompt);

  const showHome = (snapshot: RemoteSnapshot): void => {
    const focused = document.activeElement?.getAttribute('data-testid') ?? null;
    const actions: HomeActions = {
      disconnect: (topic) => void attempt(wallet.control.disconnect(topic)),
      setSignIn: (on) => void attempt(wallet.control.setSignIn(on)),
    };
    below.replaceChildren(sessionsView(snapshot, link, actions));
    // The wallet's own error message is more specific.
    const trouble = snapshot.trouble ?? errorMessage;
    form.show(trouble ?? (snapshot.pairing === 'idle' ? successMessage : PROGRESS[snapshot.pairing]), trouble !== null);
    if (focused !== null) below.querySelector<HTMLElement>(`[data-testid="${CSS.escape(focused)}"]`)?.focus();
  };

  const render = (snapshot: RemoteSnapshot): void => {
    if (isClosed) return;
    const [oldest] = snapshot.prompts;
    const scene = oldest?.id ?? 'home';
    home.hidden = oldest !== undefined;
    prompt.hidden = oldest === undefined;
    if (oldest === undefined) {
      prompt.replaceChildren();
      showHome(snapshot);
    } else if (scene !== currentScene) {
      // Keep the prompt that is on screen, with the user's selection.
      prompt.replaceChildren(promptView(oldest, asWindow(snapshot), link));
      successMessage = '';
      errorMessage = null;
    }
    const heading = (oldest === undefined ? home : prompt).querySelector('h1');
    document.title = `${heading?.textContent ?? 'Wallet'} · Sandbox Phone Wallet`;
    if (scene !== currentScene) heading?.focus();
    currentScene = scene;
  };

  wallet.watch(render);
  render(wallet.snapshot());
  return {
    pair,
    close: (heading, message) => {
      isClosed = true;
      root.replaceChildren(element('section', {}, element('h1', {}, heading), element('p', { class: 'quiet', role: 'status' }, message)));
    },
  };
};
