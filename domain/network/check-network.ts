import { type ChainId, isChainId, namespaceOf } from '../caip/caip-2.js';
import { isNamespace, type Namespace, registeredNamespaces } from '../caip/namespace.js';
import { LatchkeyError } from '../errors/latchkey-error.js';
import { isObject } from '../wire.js';
import type { BlockExplorer, NativeCurrency, NetworkDefinition, RpcUrls } from './network.js';

/** A validated network definition. */
export interface CheckedNetwork {
  readonly id: number | string;
  readonly chainNamespace: Namespace;
  readonly caipNetworkId: ChainId;
  readonly deprecatedCaipNetworkId: ChainId | undefined;
  readonly name: string;
  readonly nativeCurrency: NativeCurrency;
  /** The network's own RPC URLs. */
  readonly rpcUrls: RpcUrls;
  /** URLs that wallets may receive. */
  readonly walletUrls: readonly string[];
  readonly blockExplorers: { readonly default: BlockExplorer } | undefined;
  readonly testnet: boolean;
  readonly ss58Prefix?: number;
}

/** The definition before validation: JavaScript apps may pass anything. */
type Unchecked = { readonly [Key in keyof NetworkDefinition]?: unknown };

const HTTP_URL = /^https?:\/\/[^\s/?#]\S*$/i;
const WEBSOCKET_URL = /^wss?:\/\/[^\s/?#]\S*$/i;

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

const isUrlList = (value: unknown, pattern: RegExp): value is readonly string[] =>
  Array.isArray(value) && value.every((url) => typeof url === 'string' && pattern.test(url));

type Fail = (field: string, fix: string) => never;

const failFor =
  ({ name, id }: Unchecked): Fail =>
  (field, fix) => {
    const network = isText(name) ? name : typeof id === 'number' || isText(id) ? String(id) : 'without a name';
    throw new LatchkeyError('config/invalid-network', { network, field, fix });
  };

const checkIds = ({ id, chainNamespace = 'eip155', caipNetworkId, deprecatedCaipNetworkId }: Unchecked, fail: Fail) => {
  if (typeof chainNamespace !== 'string' || !isNamespace(chainNamespace))
    return fail('chainNamespace', `use one of ${registeredNamespaces().join(', ')}`);
  if (chainNamespace === 'eip155' ? typeof id !== 'number' || !Number.isSafeInteger(id) || id < 1 : !isText(id)) {
    return fail('id', chainNamespace === 'eip155' ? 'use the chain id as an integer, e.g. 1' : 'use the CAIP-2 reference as a string');
  }
  const chainId = caipNetworkId ?? `${chainNamespace}:${id}`;
  const isConsistent =
    isChainId(chainId) && namespaceOf(chainId) === chainNamespace && (chainNamespace !== 'eip155' || chainId === `eip155:${id}`);
  if (!isConsistent) return fail(caipNetworkId === undefined ? 'id' : 'caipNetworkId', 'use the CAIP-2 id of this chain, e.g. eip155:1');
  if (
    deprecatedCaipNetworkId !== undefined &&
    !(isChainId(deprecatedCaipNetworkId) && namespaceOf(deprecatedCaipNetworkId) === chainNamespace)
  ) {
    return fail('deprecatedCaipNetworkId', `use a CAIP-2 id of ${chainNamespace}, or omit it`);
  }
  // The type of `id` was checked above.
  return { id: id as number | string, chainNamespace, caipNetworkId: chainId, deprecatedCaipNetworkId };
};

const checkCurrency = (currency: unknown, fail: Fail) => {
  const { name, symbol, decimals } = isObject(currency) ? currency : {};
  if (!isText(name)) return fail('nativeCurrency.name', 'set the name of the coin');
  if (!isText(symbol)) return fail('nativeCurrency.symbol', 'set the symbol of the coin');
  if (typeof decimals !== 'number' || !Number.isInteger(decimals) || decimals < 0 || decimals > 255) {
    return fail('nativeCurrency.decimals', 'use an integer from 0 to 255');
  }
  return { name, symbol, decimals };
};

const checkRpcUrls = (urls: unknown, fail: Fail): { readonly rpcUrls: RpcUrls; readonly walletUrls: readonly string[] } => {
  const { default: defaultUrls, chainDefault } = isObject(urls) ? urls : {};
  const { http, webSocket } = isObject(defaultUrls) ? defaultUrls : {};
  if (!isUrlList(http, HTTP_URL)) return fail('rpcUrls.default.http', 'use a list of http(s) URLs');
  if (webSocket !== undefined && !isUrlList(webSocket, WEBSOCKET_URL)) return fail('rpcUrls.default.webSocket', 'use a list of ws(s) URLs');
  // An already extended network keeps the URLs that wallets receive.
  const previousUrls = isObject(chainDefault) ? chainDefault['http'] : undefined;
  return {
    rpcUrls: webSocket === undefined ? { http } : { http, webSocket },
    walletUrls: isUrlList(previousUrls, HTTP_URL) ? previousUrls : http,
  };
};

const checkExplorer = (blockExplorers: unknown, fail: Fail): { readonly default: BlockExplorer } | undefined => {
  if (blockExplorers === undefined) return undefined;
  const { name, url } = isObject(blockExplorers) && isObject(blockExplorers['default']) ? blockExplorers['default'] : {};
  // The URL becomes a link, so no other scheme is allowed.
  if (typeof url !== 'string' || !HTTP_URL.test(url)) return fail('blockExplorers.default.url', 'use an http(s) URL, or omit it');
  return { default: { name: isText(name) ? name : 'Explorer', url: url.replace(/\/+$/, '') } };
};

const checkPrefix = (prefix: unknown, fail: Fail): { readonly ss58Prefix?: number } => {
  if (prefix === undefined) return {};
  if (typeof prefix !== 'number' || !Number.isInteger(prefix) || prefix < 0 || prefix > 16_383 || prefix === 46 || prefix === 47)
    return fail('ss58Prefix', 'use the number of the ss58 registry, e.g. 0 for Polkadot, or omit it');
  return { ss58Prefix: prefix };
};

/**
 * Validates an app's network definition.
 * @throws LatchkeyError `config/invalid-network` with the field and the fix
 */
export const checkNetwork = (definition: NetworkDefinition): CheckedNetwork => {
  const unchecked: Unchecked = isObject(definition) ? definition : {};
  const fail = failFor(unchecked);
  if (!isObject(definition)) return fail('networks', 'use a network object, e.g. from viem/chains');
  const ids = checkIds(unchecked, fail);
  if (!isText(unchecked.name)) return fail('name', 'set the display name of the network');
  return {
    ...ids,
    name: unchecked.name,
    nativeCurrency: checkCurrency(unchecked.nativeCurrency, fail),
    ...checkRpcUrls(unchecked.rpcUrls, fail),
    blockExplorers: checkExplorer(unchecked.blockExplorers, fail),
    testnet: unchecked.testnet === true,
    ...checkPrefix(unchecked.ss58Prefix, fail),
  };
};
