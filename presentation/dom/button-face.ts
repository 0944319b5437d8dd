import type { Latchkey } from '../../application/latchkey.js';
import { ADDRESS_LONG, NAME_SHORT, truncate } from '../../domain/account/display-address.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import { accountOf, connectedNamespacesOf, networkOf, statusOf } from '../../domain/connection/connection-views.js';
import { isLoading } from '../../domain/modal/modal-machine.js';
import { formatBalance } from '../../domain/money/format-amount.js';
import { paintOf } from '../components/address-paint.js';
import { hueOf } from '../components/hue.js';
import { isInlinePicture } from '../components/is-inline-picture.js';
import type { PageMessages } from '../messages/page-en.js';

/** Edge of a picture in a button, in px. */
const PICTURE = 28;

/** What a button is about. */
export interface Subject {
  readonly client: Latchkey;
  readonly messages: PageMessages;
  readonly namespace?: Namespace | undefined;
  readonly label?: string | undefined;
  readonly loadingLabel?: string | undefined;
  readonly balance?: boolean | undefined;
}

/** A button as it is to look now. */
export interface Face {
  readonly kind: 'main' | 'chip';
  readonly testId: string;
  readonly busy?: boolean;
  readonly off?: boolean;
  readonly content: readonly Piece[];
}

/** An element of a button, as plain data: two faces can be compared. */
export interface Piece {
  readonly tag: 'span' | 'bdi' | 'b' | 'img';
  readonly text?: string | undefined;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly style?: Readonly<Record<string, string>>;
  readonly inside?: readonly Piece[];
}

const image = (src: string): Piece => ({
  tag: 'img',
  attributes: {
    src,
    alt: '',
    width: String(PICTURE),
    height: String(PICTURE),
    decoding: isInlinePicture(src) ? 'sync' : 'async',
    draggable: 'false',
  },
});

const picture = (part: string, background: string | null, inside: readonly Piece[]): Piece => ({
  tag: 'span',
  attributes: { class: 'pic round', part, 'aria-hidden': 'true' },
  style: { '--size': `${PICTURE}px`, ...(background === null ? {} : { background }) },
  inside,
});

/** What {@link ConnectButton} shows. */
export const connectFace = ({ client, messages: m, namespace, label, loadingLabel }: Subject): Face => {
  const { modal } = client.useCases.watchModal.current();
  const { namespaces, activeNamespace, lost } = client.useCases.watchConnection.current();
  // An open modal says itself what it does.
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
 * What {@link AccountButton} shows, `null` while nobody is connected.
 * @param early only the account of the last page, while that is taken up
 */
export const accountFace = ({ client, messages: m, namespace, balance: isWanted }: Subject, early = false): Face | null => {
  const state = client.useCases.watchConnection.current();
  const { address, addressLabel, profileName, profileImage, isConnected } = accountOf(state, namespace);
  if (address === undefined || (early && isConnected)) return null;
  const name = addressLabel ?? profileName;
  const balance = isWanted ? state.namespaces[namespace ?? state.activeNamespace]?.balance.balance : null;
  const content: Piece[] = [picture('avatar', paintOf(address), profileImage === undefined ? [] : [image(profileImage)])];
  if (balance != null) {
    const text = `${formatBalance(balance, { locale: m.locale })} ${balance.symbol}`;
    content.push({ tag: 'bdi', text, attributes: { dir: 'ltr', class: 'dim' } });
  }
  if (name === undefined) content.push({ tag: 'bdi', text: truncate(address, ADDRESS_LONG), attributes: { dir: 'ltr', title: address } });
  else content.push({ tag: 'bdi', text: truncate(name, NAME_SHORT), attributes: { title: address } });
  return { kind: 'chip', testId: 'lk-account-button', content };
};

/**
 * What {@link NetworkButton} shows.
 * @param acted whether the visitor has opened the modal or is connected: before that no picture is fetched from elsewhere
 * @param broken pictures that did not load
 */
export const networkFace = ({ client, messages: m }: Subject, acted: boolean, broken: ReadonlySet<string>): Face => {
  const state = client.useCases.watchConnection.current();
  const { enableNetworkSwitch } = client.options.current;
  const own = state.namespaces[state.activeNamespace];
  const network = own && networkOf(own);
  const isUnsupported = network?.unknown ?? false;
  const unnamed = statusOf(own) === 'connected' ? m.unknownNetwork : m.selectNetwork;
  const text = isUnsupported && enableNetworkSwitch ? m.switchNetwork : (network?.name ?? unnamed);
  const content: Piece[] = [{ tag: 'span', text }];
  if (network !== undefined && !isUnsupported) {
    const src = network.assets.imageUrl;
    const isShown = src !== undefined && !broken.has(src) && (acted || src.startsWith('data:'));
    const initial: Piece = { tag: 'b', text: Array.from(network.name.trim())[0]?.toUpperCase() ?? '?' };
    content.unshift(picture('picture', isShown ? null : `oklch(.44 .09 ${hueOf(network.name)})`, [isShown ? image(src) : initial]));
  }
  return { kind: 'chip', testId: 'lk-network-button', off: !enableNetworkSwitch, content };
};

/** Whether the visitor has done something that lets pictures come from elsewhere. */
export const hasActed = ({ useCases }: Latchkey): boolean =>
  useCases.watchModal.current().modal.open || connectedNamespacesOf(useCases.watchConnection.current()).length > 0;

/** Makes the elements of a button. Styles go through CSSOM, which a strict policy allows. @see https://www.w3.org/TR/CSP3/ */
export const drawPieces = (pieces: readonly Piece[], owner: Document, onBroken: (src: string) => void): readonly HTMLElement[] =>
  pieces.map(({ tag, text, attributes = {}, style = {}, inside = [] }) => {
    const element = owner.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    for (const [name, value] of Object.entries(style)) element.style.setProperty(name, value);
    if (text !== undefined) element.textContent = text;
    element.append(...drawPieces(inside, owner, onBroken));
    if (tag === 'img') element.addEventListener('error', () => onBroken(attributes['src'] ?? ''), { once: true });
    return element;
  });
