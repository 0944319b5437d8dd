import { type ChainId, isChainId, namespaceOf } from '../caip/caip-2.js';
import { isNamespace, knownNamespaces, type Namespace } from '../caip/namespace.js';
import { LatchkeyError } from '../errors/latchkey-error.js';
import { isObject } from '../wire.js';
import type { BlockExplorer, NativeCurrency, NetworkDefinition, RpcUrls } from './network.js';

/** A network definition whose every field is known to be usable. */
export interface CheckedNetwork {
  readonly id: number | string;
  readonly chainNamespace: Namespace;
  readonly caipNetworkId: ChainId;
  readonly deprecatedCaipNetworkId: ChainId | undefined;
  readonly name: string;
  readonly nativeCurrency: NativeCurrency;
  /** The network's own nodes. */
  readonly rpcUrls: RpcUrls;
  /** What may be handed to wallets. */
  readonly walletUrls: readonly string[];
  readonly blockExplorers: { readonly default: BlockExplorer } | undefined;
  readonly testnet: boolean;
  readonly ss58Prefix?: number;
}

/** What is checked: everything may be missing or of another type when the host writes plain JavaScript. */
type Unchecked = { readonly [Key in keyof NetworkDefinition]?: unknown };

const HTTP_URL = /^https?:\/\/[^\s/?#]\S*$/i;
const SOCKET_URL = /^wss?:\/\/[^\s/?#]\S*$/i;

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

const isUrlList = (value: unknown, pattern: RegExp): value is readonly string[] =>
  Array.isArray(value) && value.every((url) => typeof url === 'string' && pattern.test(url));

type Complain = (field: string, fix: string) => never;

const complainAbout =
  ({ name, id }: Unchecked): Complain =>
  (field, fix) => {
    const network = isText(name) ? name : typeof id === 'number' || isText(id) ? String(id) : 'without a name';
    throw new LatchkeyError('config/invalid-network', { network, field, fix });
  };

const checkIds = ({ id, chainNamespace = 'eip155', caipNetworkId, deprecatedCaipNetworkId }: Unchecked, complain: Complain) => {
  if (typeof chainNamespace !== 'string' || !isNamespace(chainNamespace))
    return complain('chainNamespace', `write one of ${knownNamespaces().join(', ')}`);
  if (chainNamespace === 'eip155' ? typeof id !== 'number' || !Number.isSafeInteger(id) || id < 1 : !isText(id)) {
    return complain(
      'id',
      chainNamespace === 'eip155' ? 'write the chain id as a whole number, e.g. 1' : 'write the CAIP-2 reference as a text',
    );
  }
  const own = caipNetworkId ?? `${chainNamespace}:${id}`;
  const fits = isChainId(own) && namespaceOf(own) === chainNamespace && (chainNamespace !== 'eip155' || own === `eip155:${id}`);
  if (!fits) return complain(caipNetworkId === undefined ? 'id' : 'caipNetworkId', 'write the CAIP-2 id of this very chain, e.g. eip155:1');
  if (
    deprecatedCaipNetworkId !== undefined &&
    !(isChainId(deprecatedCaipNetworkId) && namespaceOf(deprecatedCaipNetworkId) === chainNamespace)
  ) {
    return complain('deprecatedCaipNetworkId', `write a CAIP-2 id of ${chainNamespace}, or leave it out`);
  }
  // Which of both it is was checked above.
  return { id: id as number | string, chainNamespace, caipNetworkId: own, deprecatedCaipNetworkId };
};

const checkCurrency = (currency: unknown, complain: Complain) => {
  const { name, symbol, decimals } = isObject(currency) ? currency : {};
  if (!isText(name)) return complain('nativeCurrency.name', 'write the name of the coin');
  if (!isText(symbol)) return complain('nativeCurrency.symbol', 'write the symbol of the coin');
  if (typeof decimals !== 'number' || !Number.isInteger(decimals) || decimals < 0 || decimals > 255) {
    return complain('nativeCurrency.decimals', 'write a whole number from 0 to 255');
  }
  return { name, symbol, decimals };
};

const checkRpcUrls = (urls: unknown, complain: Complain): { readonly rpcUrls: RpcUrls; readonly walletUrls: readonly string[] } => {
  const { default: own, chainDefault } = isObject(urls) ? urls : {};
  const { http, webSocket } = isObject(own) ? own : {};
  if (!isUrlList(http, HTTP_URL)) return complain('rpcUrls.default.http', 'write a list of http(s) addresses');
  if (webSocket !== undefined && !isUrlList(webSocket, SOCKET_URL))
    return complain('rpcUrls.default.webSocket', 'write a list of ws(s) addresses');
  // A network that was extended before keeps what it already hands to wallets.
  const before = isObject(chainDefault) ? chainDefault['http'] : undefined;
  return { rpcUrls: webSocket === undefined ? { http } : { http, webSocket }, walletUrls: isUrlList(before, HTTP_URL) ? before : http };
};

const checkExplorer = (blockExplorers: unknown, complain: Complain): { readonly default: BlockExplorer } | undefined => {
  if (blockExplorers === undefined) return undefined;
  const { name, url } = isObject(blockExplorers) && isObject(blockExplorers['default']) ? blockExplorers['default'] : {};
  // It becomes a link: no other scheme may come in.
  if (typeof url !== 'string' || !HTTP_URL.test(url))
    return complain('blockExplorers.default.url', 'write an http(s) address, or leave it out');
  return { default: { name: isText(name) ? name : 'Explorer', url: url.replace(/\/+$/, '') } };
};

const checkPrefix = (prefix: unknown, complain: Complain): { readonly ss58Prefix?: number } => {
  if (prefix === undefined) return {};
  if (typeof prefix !== 'number' || !Number.isInteger(prefix) || prefix < 0 || prefix > 16_383 || prefix === 46 || prefix === 47)
    return complain('ss58Prefix', 'write the number of the ss58 registry, e.g. 0 for Polkadot, or leave it out');
  return { ss58Prefix: prefix };
};

/**
 * Checks what a host wrote as a network.
 * @throws LatchkeyError `config/invalid-network` with the field and the fix
 */
export const checkNetwork = (definition: NetworkDefinition): CheckedNetwork => {
  const unchecked: Unchecked = isObject(definition) ? definition : {};
  const complain = complainAbout(unchecked);
  if (!isObject(definition)) return complain('networks', 'write a network such as those of viem/chains');
  const ids = checkIds(unchecked, complain);
  if (!isText(unchecked.name)) return complain('name', 'write the name that people know the network by');
  return {
    ...ids,
    name: unchecked.name,
    nativeCurrency: checkCurrency(unchecked.nativeCurrency, complain),
    ...checkRpcUrls(unchecked.rpcUrls, complain),
    blockExplorers: checkExplorer(unchecked.blockExplorers, complain),
    testnet: unchecked.testnet === true,
    ...checkPrefix(unchecked.ss58Prefix, complain),
  };
};
