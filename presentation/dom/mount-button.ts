import { Subscription } from 'rxjs';
import type { Latchkey } from '../../application/latchkey.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import { activeNetworkOf } from '../../domain/connection/connection-views.js';
import { inlineImage } from '../../domain/directory/wallet-image.js';
import type { Network } from '../../domain/network/network.js';
import { ignoreDisposed } from '../components/ignore-disposed.js';
import { loadedNetworkLogos, loadNetworkLogos } from '../components/network-logo-chunk.js';
import { buttonsEn } from '../messages/buttons-en.js';
import type { Messages } from '../messages/en.js';
import { retainStockModal } from '../provider/retain-stock-modal.js';
import { adoptStyles } from '../theme/adopt-styles.js';
import { BUTTON_CSS } from '../theme/button.css.js';
import { TOKENS } from '../theme/tokens.css.js';
import { prepareOnIntent } from './attach-modal.js';
import {
  accountButtonModel,
  type ButtonModel,
  connectButtonModel,
  createElements,
  hasUserInteracted,
  networkButtonModel,
  profileImageOf,
  serviceImageOf,
} from './button-model.js';

/** Kind of a button. `wallet` is `connect` until a wallet is connected, then `account`. */
export type ButtonKind = 'wallet' | 'connect' | 'account' | 'network';

/** Options of {@link mountButton}. */
export interface MountButtonOptions {
  /** Default `wallet`. */
  readonly kind?: ButtonKind;
  /** Id of the `button` element. */
  readonly id?: string;
  /** Added to our own class. Your rules win over ours. */
  readonly className?: string;
  /** Default `md`: 44 px high. */
  readonly size?: 'sm' | 'md';
  /** Default 'Connect Wallet'. */
  readonly label?: string;
  /** Shown while connecting. Default 'Connecting...'. */
  readonly loadingLabel?: string;
  /** Shows and polls the native balance. Default `false`: no balance is read. */
  readonly balance?: boolean;
  /** Namespace to connect, or whose account is shown. Default: the active one. */
  readonly namespace?: Namespace;
  /** Texts of the button and the modal. Default English. */
  readonly messages?: Messages;
  /** `false` for apps with their own UI. The option `disableAppend` has the same effect. Default `true`. */
  readonly modal?: boolean;
}

/** A mounted button. */
export interface MountedButton {
  /** A real `button`. A click prevented by a capturing listener opens nothing. */
  readonly element: HTMLButtonElement;
  /** Removes the button. The last button also unmounts the stock modal. */
  readonly unmount: () => void;
}

/**
 * Mounts a button in a page without React: to connect, or for the account or the network. Looks and behaves like the component of the same
 * name in `latchkey/react`, and mounts the stock modal. The modal's code, including React, is fetched when the button is visible and the
 * page idle (not with Save-Data), or when the pointer or the focus reaches it.
 * @param container element that the button is appended to, in the document or a shadow root, now or later
 * @example const { unmount } = mountButton(latchkey, document.body, { balance: true });
 */
export const mountButton = (client: Latchkey, container: Element, options: MountButtonOptions = {}): MountedButton => {
  const { kind = 'wallet', id, className, size = 'md', namespace, messages, modal = true } = options;
  const input = { ...options, client, messages: messages ?? buttonsEn };
  const ownerDocument = container.ownerDocument;
  const element = ownerDocument.createElement('button');
  element.type = 'button';
  if (id !== undefined) element.id = id;
  element.className = `lk-scope lk-button${className === undefined ? '' : ` ${className}`}`;
  element.dataset['size'] = size;
  element.setAttribute('aria-haspopup', 'dialog');

  const failedImages = new Set<string>();
  let hasInteracted = false;
  let hasRequestedLogos = false;
  let areLogosSettled = loadedNetworkLogos() !== null;
  let renderedContent = '';
  let variables: readonly string[] = [];
  const subscriptions = new Subscription();

  let fetchedNetwork: Network | undefined;
  const fetchNetworkImage = (): void => {
    const network = activeNetworkOf(client.useCases.watchConnection.current());
    const image = network === undefined || network === fetchedNetwork ? null : serviceImageOf(client, network);
    fetchedNetwork = network;
    if (image !== null) subscriptions.add(client.useCases.watchImage.execute(image).subscribe(render));
  };
  let fetchedProfile: string | number | undefined;
  let profileImage = Subscription.EMPTY;
  const fetchProfileImage = (): void => {
    const profile = profileImageOf(client, namespace);
    if (profile?.id === fetchedProfile) return;
    fetchedProfile = profile?.id;
    subscriptions.remove(profileImage);
    profileImage.unsubscribe();
    if (profile === null || inlineImage(profile) !== null) return;
    profileImage = client.useCases.watchImage.execute(profile).subscribe(render);
    subscriptions.add(profileImage);
  };
  const currentModel = (): ButtonModel | null => {
    hasInteracted ||= hasUserInteracted(client);
    if (kind === 'network') {
      if (!hasRequestedLogos) {
        hasRequestedLogos = true;
        void loadNetworkLogos().then(() => {
          areLogosSettled = true;
          render();
        });
      }
      if (areLogosSettled && hasInteracted) fetchNetworkImage();
      return networkButtonModel(input, hasInteracted, areLogosSettled, failedImages);
    }
    fetchProfileImage();
    const account = accountButtonModel(input, kind === 'connect', failedImages);
    return kind === 'account' ? account : (account ?? connectButtonModel(input));
  };
  const render = (): void => {
    if (subscriptions.closed) return;
    const model = currentModel();
    // The style sheet sets `display`, which overrides the attribute `hidden`.
    element.style.display = model === null ? 'none' : '';
    if (model === null) return;
    element.dataset['kind'] = model.kind;
    element.dataset['testid'] = model.testId;
    element.disabled = model.isDisabled === true;
    element.setAttribute('aria-expanded', String(client.useCases.watchModal.current().modal.open));
    if (model.busy === true) element.setAttribute('aria-busy', 'true');
    else element.removeAttribute('aria-busy');
    const content = JSON.stringify(model.content);
    if (content === renderedContent) return;
    renderedContent = content;
    const onBroken = (src: string): void => {
      failedImages.add(src);
      render();
    };
    element.replaceChildren(...createElements(model.content, ownerDocument, onBroken));
  };
  const applyTheme = (): void => {
    const { themeVariables } = client.options.current;
    element.dataset['theme'] = client.getThemeMode();
    for (const name of variables) element.style.removeProperty(name);
    variables = Object.keys(themeVariables);
    for (const [name, value] of Object.entries(themeVariables)) element.style.setProperty(name, String(value));
    render();
  };
  const open = (): void => {
    const { testid } = element.dataset;
    const scope = namespace === undefined ? {} : { namespace };
    if (testid === 'lk-network-button') client.events.track('CLICK_NETWORKS');
    const view = { 'lk-network-button': { view: 'Networks' as const }, 'lk-account-button': { view: 'Account' as const, ...scope } }[
      testid ?? ''
    ];
    ignoreDisposed(client.open(view ?? scope));
  };

  subscriptions.add(prepareOnIntent(client, element));
  element.addEventListener('click', (event) => {
    // Safari does not focus a clicked button, so the focus could not return to it.
    element.focus({ preventScroll: true });
    if (!event.defaultPrevented) open();
  });
  container.append(element);
  subscriptions.add(adoptStylesWhereMounted(element));

  subscriptions.add(client.options.options$.subscribe(applyTheme));
  const { watchConnection, watchModal, watchBalance } = client.useCases;
  subscriptions.add(watchConnection.execute().subscribe(render));
  subscriptions.add(watchModal.execute().subscribe(render));
  if (options.balance === true && (kind === 'wallet' || kind === 'account'))
    subscriptions.add(watchBalance.execute(namespace === undefined ? {} : { namespace }).subscribe());
  if (modal && !client.options.current.disableAppend) subscriptions.add(retainStockModal(client, messages));
  return {
    element,
    unmount: () => {
      subscriptions.unsubscribe();
      element.remove();
    },
  };
};

/**
 * Adopts the style sheets into the document or shadow root of an element. Attaching the element, or moving it to an unstyled root, changes
 * its size, which the ResizeObserver reports before the next paint.
 */
const adoptStylesWhereMounted = (element: HTMLElement): (() => void) => {
  const ownerDocument = element.ownerDocument;
  const view = ownerDocument.defaultView ?? window;
  let styledRoot: Node | null = null;
  let frame = 0;
  const observer = new view.ResizeObserver(() => {
    if (!adopt()) return;
    // A resize caused by the observer's own callback would be reported to the page as an error.
    observer.disconnect();
    frame = view.requestAnimationFrame(() => observer.observe(element));
  });
  const adopt = (): boolean => {
    const root = element.getRootNode();
    if (root === styledRoot || !hasAdoptedStyleSheets(root)) return false;
    styledRoot = root;
    adoptStyles(root, TOKENS + BUTTON_CSS);
    return true;
  };
  adopt();
  observer.observe(element);
  return () => {
    view.cancelAnimationFrame(frame);
    observer.disconnect();
  };
};

/** Avoids `instanceof`, because another window has its own classes. */
const hasAdoptedStyleSheets = (root: Node): root is Document | ShadowRoot => 'adoptedStyleSheets' in root;
