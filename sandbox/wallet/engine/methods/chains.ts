import { numberToHex } from 'viem';
import { callNode } from '../../../chains/call-node.js';
import { describeAdd, describeSwitch } from '../describe.js';
import type { Method, MethodContext } from '../method.js';
import { invalidParams, unrecognizedChain } from '../provider-error.js';
import { isObject, type JsonObject, readChainId, readOnlyObject } from '../read-params.js';
import { chainOf, type WalletChain, withAddedChain, withChain } from '../wallet-state.js';

const LOOPBACK_HOSTS = ['127.0.0.1', 'localhost', '[::1]'];

/** Timeout for verifying the chain id of an RPC URL. */
const PROBE_TIMEOUT_MS = 5_000;

/** Returns null on success. @see https://eips.ethereum.org/EIPS/eip-3326 */
const switchTo = async (chain: WalletChain, context: MethodContext): Promise<null> => {
  if (context.state().chainId === chain.chainId) return null;
  await context.ask(describeSwitch(context.state(), chain));
  context.update((state) => withChain(state, chain.chainId));
  return null;
};

const walletSwitchEthereumChain: Method = async (params, context) => {
  const chainId = readChainId(readOnlyObject(params)['chainId']);
  const chain = chainOf(context.state(), chainId);
  if (chain === undefined) throw unrecognizedChain(chainId);
  return switchTo(chain, context);
};

const readCurrency = (value: unknown): WalletChain['currency'] => {
  if (!isObject(value)) throw invalidParams('nativeCurrency must be an object.');
  const { name, symbol, decimals } = value as { readonly [key in keyof WalletChain['currency']]: unknown };
  if (typeof name !== 'string' || typeof symbol !== 'string' || !Number.isInteger(decimals)) {
    throw invalidParams('nativeCurrency must have a name, a symbol and integer decimals.');
  }
  // Number.isInteger does not narrow.
  return { name, symbol, decimals: decimals as number };
};

const isLoopbackUrl = (value: unknown): value is string => {
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  const { protocol, hostname } = new URL(value);
  return /^https?:$/.test(protocol) && LOOPBACK_HOSTS.includes(hostname);
};

/** Returns the first RPC URL that serves the chain. Only loopback URLs are allowed. */
const findNode = async (offered: unknown, chainId: number): Promise<string> => {
  if (!Array.isArray(offered) || offered.length === 0) throw invalidParams('rpcUrls must contain at least one URL.');
  for (const url of offered.filter(isLoopbackUrl)) {
    const actual = await callNode(url, 'eth_chainId', [], AbortSignal.timeout(PROBE_TIMEOUT_MS)).catch(() => null);
    if (actual === numberToHex(chainId)) return url;
  }
  throw invalidParams(`rpcUrls must contain a loopback URL of a node for chain ${chainId}. This wallet only connects to loopback.`);
};

const readChain = async (offer: JsonObject): Promise<WalletChain> => {
  const chainId = readChainId(offer['chainId']);
  const name = offer['chainName'];
  if (typeof name !== 'string' || name === '') throw invalidParams('chainName must be a string.');
  const currency = readCurrency(offer['nativeCurrency']);
  const [explorerUrl] = Array.isArray(offer['blockExplorerUrls']) ? offer['blockExplorerUrls'] : [];
  return {
    chainId,
    name,
    currency,
    rpcUrl: await findNode(offer['rpcUrls'], chainId),
    ...(typeof explorerUrl === 'string' ? { explorerUrl } : {}),
  };
};

/** Adds a chain and switches to it with one approval; a known chain is only switched to. @see https://eips.ethereum.org/EIPS/eip-3085 */
const walletAddEthereumChain: Method = async (params, context) => {
  const offer = readOnlyObject(params);
  const existing = chainOf(context.state(), readChainId(offer['chainId']));
  if (existing !== undefined) return switchTo(existing, context);
  const chain = await readChain(offer);
  await context.ask(describeAdd(chain));
  context.update((state) => withChain(withAddedChain(state, chain), chain.chainId));
  return null;
};

/** Methods of the wallet's chain. */
export const CHAIN_METHODS: Readonly<Record<string, Method>> = {
  eth_chainId: async (_, { state }) => numberToHex(state().chainId),
  net_version: async (_, { state }) => String(state().chainId),
  wallet_switchEthereumChain: walletSwitchEthereumChain,
  wallet_addEthereumChain: walletAddEthereumChain,
};
