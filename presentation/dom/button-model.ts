import type { Latchkey } from '../../application/latchkey.js';
import { formatAddress, NAME_SHORT, truncate } from '../../domain/account/display-address.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import { accountOf, connectedNamespacesOf, networkOf, statusOf } from '../../domain/connection/connection-views.js';
import { hasImageService, inlineImage, type ServiceImage } from '../../domain/directory/wallet-image.js';
import { isLoading } from '../../domain/modal/modal-machine.js';
import { formatBalance } from '../../domain/money/format-amount.js';
import type { Network } from '../../domain/network/network.js';
import { avatarBackground } from '../components/avatar-background.js';
import { isInlineImage } from '../components/is-inline-image.js';
import { loadedNetworkLogos } from '../components/network-logo-chunk.js';
import { tileColor, tileLetters } from '../components/tile.js';
import type { ButtonMessages } from '../messages/buttons-en.js';

/** Edge of a picture in a button, in px. */
const PICTURE_PX = 28;

/** Input of a button model. */
export interface ButtonInput {
  readonly client: Latchkey;
  readonly messages: ButtonMessages;
  readonly namespace?: Namespace | undefined;
  readonly label?: string | undefined;
  readonly loadingLabel?: string | undefined;
  readonly balance?: boolean | undefined;
}

/** Rendered state of a button. */
export interface ButtonModel {
  readonly kind: 'main' | 'chip';
  readonly testId: string;
  readonly busy?: boolean;
  readonly isDisabled?: boolean;
  readonly content: readonly ElementModel[];
}

/** An element of a button as plain data, so that two renderings can be compared. */
export interface ElementModel {
  readonly tag: 'span' | 'bdi' | 'b' | 'img';
  readonly text?: string | undefined;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly style?: Readonly<Record<string, string>>;
  readonly children?: readonly ElementModel[];
}

const image = (src: string): ElementModel => ({
  tag: 'img',
  attributes: {
    src,
    alt: '',
    width: String(PICTURE_PX),
    height: String(PICTURE_PX),
    decoding: isInlineImage(src) ? 'sync' : 'async',
    draggable: 'false',
  },
});

const picture = (part: string, background: string | null, inside: readonly ElementModel[]): ElementModel => ({
  tag: 'span',
  attributes: { class: 'pic round', part, 'aria-hidden': 'true' },
  style: { '--size': `${PICTURE_PX}px`, ...(background === null ? {} : { background }) },
  children: inside,
});

/** Model of {@link ConnectButton}. */
export const connectButtonModel = ({ client, messages: m, namespace, label, loadingLabel }: ButtonInput): ButtonModel => {
  const { modal } = client.useCases.watchModal.current();
  const { namespaces, activeNamespace, lost } = client.useCases.watchConnection.current();
  // An open modal shows its own progress.
  const busy = (isLoading(modal) && !modal.open) || statusOf(namespaces[activeNamespace]) === 'connecting';
  const connect = lost[namespace ?? activeNamespace] === undefined ? m.connectWallet : m.reconnect;
  const [idle, waiting] = [label ?? connect, loadingLabel ?? m.connecting];
  const [text, other] = busy ? [waiting, idle] : [idle, waiting];
  return {
    kind: 'main',
    testId: 'lk-connect-button',
    busy,
    content: [{ tag: 'span', text, attributes: { 'data-other': other } }],
  };
};

/**
 * Model of {@link AccountButton}, `null` while no wallet is connected.
 * @param isReconnectingOnly only while a stored connection is being restored
 * @param broken pictures that failed to load
 */
export const accountButtonModel = (
  { client, messages: m, namespace, balance: shouldShowBalance }: ButtonInput,
  isReconnectingOnly: boolean,
  broken: ReadonlySet<string>,
): ButtonModel | null => {
  const state = client.useCases.watchConnection.current();
  const { address, addressLabel, profileName, isConnected } = accountOf(state, namespace);
  if (address === undefined || (isReconnectingOnly && isConnected)) return null;
  const name = addressLabel ?? profileName;
  const balance = shouldShowBalance ? state.namespaces[namespace ?? state.activeNamespace]?.balance.balance : null;
  const profile = profileImageOf(client, namespace);
  const src = profile === null ? null : (inlineImage(profile) ?? client.useCases.watchImage.current(profile));
  const content: ElementModel[] = [picture('avatar', avatarBackground(address), src == null || broken.has(src) ? [] : [image(src)])];
  if (balance != null) {
    const text = `${formatBalance(balance, { locale: m.locale })} ${balance.symbol}`;
    content.push({ tag: 'bdi', text, attributes: { dir: 'ltr', class: 'dim' } });
  }
  if (name === undefined) content.push({ tag: 'bdi', text: formatAddress(address), attributes: { dir: 'ltr', title: address } });
  else content.push({ tag: 'bdi', text: truncate(name, NAME_SHORT), attributes: { title: address } });
  return { kind: 'chip', testId: 'lk-account-button', content };
};

/**
 * Model of {@link NetworkButton}.
 * @param hasInteracted true if the user has opened the modal or is connected: no remote picture is fetched before that
 * @param areLogosSettled true if the package's logos were loaded, or could not be loaded. A neutral tile is shown until then
 * @param broken pictures that failed to load
 */
export const networkButtonModel = (
  { client, messages: m }: ButtonInput,
  hasInteracted: boolean,
  areLogosSettled: boolean,
  broken: ReadonlySet<string>,
): ButtonModel => {
  const state = client.useCases.watchConnection.current();
  const { enableNetworkSwitch } = client.options.current;
  const namespaceState = state.namespaces[state.activeNamespace];
  const network = namespaceState && networkOf(namespaceState);
  const isUnsupported = network?.unknown ?? false;
  const placeholder = statusOf(namespaceState) === 'connected' ? m.unknownNetwork : m.selectNetwork;
  const text = isUnsupported && enableNetworkSwitch ? m.switchNetwork : (network?.name ?? placeholder);
  const content: ElementModel[] = [{ tag: 'span', text }];
  if (network !== undefined && !isUnsupported) {
    const { imageUrl } = network.assets;
    const remote = hasInteracted ? serviceImageOf(client, network) : null;
    const src = imageUrl ?? loadedNetworkLogos()?.networkLogo(network) ?? (remote && client.useCases.watchImage.current(remote)) ?? null;
    const isPictureVisible = src !== null && !broken.has(src) && (hasInteracted || isInlineImage(src));
    const isPending = imageUrl === undefined && !areLogosSettled;
    const letters: ElementModel = { tag: 'b', text: tileLetters(network.name) };
    const inside = isPending ? [] : [isPictureVisible ? image(src) : letters];
    content.unshift(picture('picture', isPending || isPictureVisible ? null : tileColor(network.name), inside));
  }
  return { kind: 'chip', testId: 'lk-network-button', isDisabled: !enableNetworkSwitch, content };
};

/** The picture of a network to fetch from the image service; `null` if the app or the package has one, or there is no service. */
export const serviceImageOf = ({ options }: Latchkey, network: Network): ServiceImage | null => {
  const { id, assets, unknown } = network;
  const isDrawn = assets.imageUrl !== undefined || (loadedNetworkLogos()?.networkLogo(network) ?? null) !== null;
  return !isDrawn && !unknown && hasImageService(options.current) ? { kind: 'network', id, imageId: assets.imageId } : null;
};

/** The profile picture of the account; `null` if there is none, or no service that fetches it. */
export const profileImageOf = ({ options, useCases }: Latchkey, namespace?: Namespace): ServiceImage | null => {
  const { profileImage } = accountOf(useCases.watchConnection.current(), namespace);
  if (profileImage === undefined) return null;
  const profile = { kind: 'url', id: profileImage } as const;
  return inlineImage(profile) !== null || hasImageService(options.current) ? profile : null;
};

/** True if the user has opened the modal or is connected, so that remote pictures may be fetched. */
export const hasUserInteracted = ({ useCases }: Latchkey): boolean =>
  useCases.watchModal.current().modal.open || connectedNamespacesOf(useCases.watchConnection.current()).length > 0;

/** Creates the elements of a button. Styles are set through CSSOM, which a strict CSP allows. @see https://www.w3.org/TR/CSP3/ */
export const createElements = (
  models: readonly ElementModel[],
  ownerDocument: Document,
  onBroken: (src: string) => void,
): readonly HTMLElement[] =>
  models.map(({ tag, text, attributes = {}, style = {}, children = [] }) => {
    const element = ownerDocument.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    for (const [name, value] of Object.entries(style)) element.style.setProperty(name, value);
    if (text !== undefined) element.textContent = text;
    element.append(...createElements(children, ownerDocument, onBroken));
    if (tag === 'img') element.addEventListener('error', () => onBroken(attributes['src'] ?? ''), { once: true });
    return element;
  });
