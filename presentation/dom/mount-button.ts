import { Subscription } from 'rxjs';
import type { Latchkey } from '../../application/latchkey.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import { openFromPage } from '../components/open-from-page.js';
import type { Messages } from '../messages/en.js';
import { pageEn } from '../messages/page-en.js';
import { holdStockModal } from '../provider/hold-stock-modal.js';
import { adoptStyles } from '../theme/adopt-styles.js';
import { BUTTON_CSS } from '../theme/button.css.js';
import { TOKENS } from '../theme/tokens.css.js';
import { prepareFrom } from './attach-modal.js';
import { accountFace, connectFace, drawPieces, type Face, hasActed, networkFace } from './button-face.js';

/** What a button is for. `wallet` is `connect` while nobody is connected and `account` after that. */
export type ButtonKind = 'wallet' | 'connect' | 'account' | 'network';

/** How to mount a button. */
export interface MountButtonOptions {
  /** Default `wallet`. */
  readonly kind?: ButtonKind;
  /** Id of the `button` element. */
  readonly id?: string;
  /** Added to our own class; any rule of yours wins over ours. */
  readonly className?: string;
  /** Default `md`: 44 px high. */
  readonly size?: 'sm' | 'md';
  /** Default 'Connect Wallet'. */
  readonly label?: string;
  /** Shown while connecting. Default 'Connecting...'. */
  readonly loadingLabel?: string;
  /** Shows the native balance beside the account, and keeps it fresh. Default `false`: nothing is read. */
  readonly balance?: boolean;
  /** Connect in, or show the account of, this namespace only. Default: the active one. */
  readonly namespace?: Namespace;
  /** Texts of the button and the modal. Default English. */
  readonly messages?: Messages;
  /** `false` where the host has its own interface. The option `disableAppend` has the same effect. Default `true`. */
  readonly modal?: boolean;
}

/** A mounted button. */
export interface MountedButton {
  /** A real `button`. A click that a listener of yours prevents while capturing opens nothing. */
  readonly element: HTMLButtonElement;
  /** Takes the button out of the page, and the stock modal with the last of them. */
  readonly unmount: () => void;
}

/**
 * Puts a button into a page without React: to connect, for the account or for the network. It looks, says and does what the
 * component of `latchkey/react` of the same name does, and brings the stock modal along, whose code (and React, which it is made
 * of) is fetched while the page is idle after the button came in sight (not with Save-Data), or when the pointer or the focus reaches it.
 * @param container element of the page or of a shadow root, or one that joins them later; the button becomes its last child
 * @example const { unmount } = mountButton(latchkey, document.body, { balance: true });
 */
export const mountButton = (client: Latchkey, container: Element, options: MountButtonOptions = {}): MountedButton => {
  const { kind = 'wallet', id, className, size = 'md', namespace, messages, modal = true } = options;
  const subject = { ...options, client, messages: messages ?? pageEn };
  const owner = container.ownerDocument;
  const element = owner.createElement('button');
  element.type = 'button';
  if (id !== undefined) element.id = id;
  element.className = `lk-scope lk-button${className === undefined ? '' : ` ${className}`}`;
  element.dataset['size'] = size;
  element.setAttribute('aria-haspopup', 'dialog');

  const broken = new Set<string>();
  let acted = false;
  let shown = '';
  let variables: readonly string[] = [];
  const life = new Subscription();

  const faceNow = (): Face | null => {
    acted ||= hasActed(client);
    if (kind === 'network') return networkFace(subject, acted, broken);
    const account = accountFace(subject, kind === 'connect');
    return kind === 'account' ? account : (account ?? connectFace(subject));
  };
  const draw = (): void => {
    if (life.closed) return;
    const face = faceNow();
    // The style sheet says `display` too, and is stronger than the attribute `hidden`.
    element.style.display = face === null ? 'none' : '';
    if (face === null) return;
    element.dataset['kind'] = face.kind;
    element.dataset['testid'] = face.testId;
    element.disabled = face.off === true;
    element.setAttribute('aria-expanded', String(client.useCases.watchModal.current().modal.open));
    if (face.busy === true) element.setAttribute('aria-busy', 'true');
    else element.removeAttribute('aria-busy');
    const content = JSON.stringify(face.content);
    if (content === shown) return;
    shown = content;
    const onBroken = (src: string): void => {
      broken.add(src);
      draw();
    };
    element.replaceChildren(...drawPieces(face.content, owner, onBroken));
  };
  const dress = (): void => {
    const { themeMode, themeVariables } = client.options.current;
    element.dataset['theme'] = themeMode;
    for (const name of variables) element.style.removeProperty(name);
    variables = Object.keys(themeVariables);
    for (const [name, value] of Object.entries(themeVariables)) element.style.setProperty(name, String(value));
    draw();
  };
  const open = (): void => {
    const { testid } = element.dataset;
    const scope = namespace === undefined ? {} : { namespace };
    if (testid === 'lk-network-button') client.events.track('CLICK_NETWORKS');
    const view = { 'lk-network-button': { view: 'Networks' as const }, 'lk-account-button': { view: 'Account' as const, ...scope } }[
      testid ?? ''
    ];
    openFromPage(client.open(view ?? scope));
  };

  life.add(prepareFrom(client, element));
  element.addEventListener('click', (event) => {
    // Safari does not focus a button that is clicked: without this the focus could not come back to it.
    element.focus({ preventScroll: true });
    if (!event.defaultPrevented) open();
  });
  container.append(element);
  life.add(dressWherever(element));

  life.add(client.options.options$.subscribe(dress));
  const { watchConnection, watchModal, watchBalance } = client.useCases;
  life.add(watchConnection.execute().subscribe(draw));
  life.add(watchModal.execute().subscribe(draw));
  if (options.balance === true && (kind === 'wallet' || kind === 'account'))
    life.add(watchBalance.execute(namespace === undefined ? {} : { namespace }).subscribe());
  if (modal && !client.options.current.disableAppend) life.add(holdStockModal(client, messages));
  return {
    element,
    unmount: () => {
      life.unsubscribe();
      element.remove();
    },
  };
};

/**
 * Gives the page or the shadow root that an element is in what it is styled with. An element gets a size where it joins another,
 * and another size where it loses its styles: both are told before it is painted.
 */
const dressWherever = (element: HTMLElement): (() => void) => {
  const owner = element.ownerDocument;
  const page = owner.defaultView ?? window;
  let dressed: Node | null = null;
  let frame = 0;
  const observer = new page.ResizeObserver(() => {
    if (!adopt()) return;
    // A size that its own observer changes is reported to the page as an error.
    observer.disconnect();
    frame = page.requestAnimationFrame(() => observer.observe(element));
  });
  const adopt = (): boolean => {
    const root = element.getRootNode();
    if (root === dressed || !takesStyles(root)) return false;
    dressed = root;
    adoptStyles(root, TOKENS + BUTTON_CSS);
    return true;
  };
  adopt();
  observer.observe(element);
  return () => {
    page.cancelAnimationFrame(frame);
    observer.disconnect();
  };
};

/** No `instanceof`: a window that the page opened has classes of its own. */
const takesStyles = (root: Node): root is Document | ShadowRoot => 'adoptedStyleSheets' in root;
