import { parseJson } from '../../wire.js';
import { isNonEmptyObject, isStringList } from '../primitives.js';

/** Session properties by name. Some values are JSON text. */
type SessionProperties = Readonly<Record<string, unknown>>;

/** Capabilities by chain (hex) and name. @see https://eips.ethereum.org/EIPS/eip-5792#wallet_getcapabilities */
export type WalletCapabilities = Readonly<Record<string, unknown>>;

/** Session property that caches `wallet_getCapabilities` responses, as JSON text. */
export const CAPABILITIES_PROPERTY = 'capabilities';

/** Capabilities that a wallet may list in session properties. @see https://chainagnostic.org/CAIPs/caip-345 */
const CAPABILITY_NAMES: readonly string[] = ['atomic', 'flow-control', 'paymasterService', 'sessionKeys', 'auxiliaryFunds'];

const parseIfText = (text: unknown): unknown => (typeof text === 'string' ? (parseJson(text) ?? text) : text);

/** Chains of a `wallet_getCapabilities` request; empty for all. */
export const requestedChains = (params: unknown): readonly string[] => {
  const chains: unknown = Array.isArray(params) ? params[1] : undefined;
  return isStringList(chains) ? chains : [];
};

/** Cache key of a response: the address, case-insensitively, and the requested chains in any order. */
export const capabilitiesKey = (address: string, chains: readonly string[]): string =>
  `${address.toLowerCase()}${[...new Set(chains.map((chain) => chain.toLowerCase()))].sort().join(',')}`;

const allCachedCapabilities = (properties: SessionProperties | undefined): Readonly<Record<string, unknown>> => {
  const stored = parseIfText(properties?.[CAPABILITIES_PROPERTY]);
  return isNonEmptyObject(stored) ? stored : {};
};

/** Returns the cached response, or `null`. */
export const cachedCapabilities = (properties: SessionProperties | undefined, key: string): WalletCapabilities | null => {
  const cached = Object.entries(allCachedCapabilities(properties)).find(([name]) => name.toLowerCase() === key)?.[1];
  const capabilities = parseIfText(cached);
  return isNonEmptyObject(capabilities) ? capabilities : null;
};

/** The cache property with a response added. */
export const addCachedCapabilities = (properties: SessionProperties | undefined, key: string, capabilities: WalletCapabilities): string =>
  JSON.stringify({ ...allCachedCapabilities(properties), [key]: capabilities });

const pickCapabilities = (properties: unknown): Readonly<Record<string, unknown>> =>
  isNonEmptyObject(properties)
    ? Object.fromEntries(CAPABILITY_NAMES.filter((name) => name in properties).map((name) => [name, parseIfText(properties[name])]))
    : {};

/** Parses e.g. `0x89` and `137`; `null` otherwise. */
const chainNumber = (text: string): number | null => {
  const number = /^(?:0x[0-9a-f]{1,13}|[0-9]{1,15})$/i.test(text) ? Number(text) : 0;
  return number > 0 ? number : null;
};

/**
 * Returns the capabilities on these chains from the properties of the approved session: for all chains, for a chain and for an account on
 * it, where the more specific one wins. `null` without any.
 * @see https://chainagnostic.org/CAIPs/caip-345
 */
export const approvedCapabilities = (
  {
    sessionProperties,
    scopedProperties = {},
  }: { readonly sessionProperties?: SessionProperties | undefined; readonly scopedProperties?: SessionProperties | undefined },
  address: string,
  chains: readonly string[],
): WalletCapabilities | null => {
  const entries = chains.flatMap((chain) => {
    const number = chainNumber(chain);
    if (number === null) return [];
    const scope = parseIfText(scopedProperties[`eip155:${number}`]);
    const account = `eip155:${number}:${address}`.toLowerCase();
    const accountScope = isNonEmptyObject(scope) ? Object.entries(scope).find(([key]) => key.toLowerCase() === account)?.[1] : undefined;
    const all = { ...pickCapabilities(sessionProperties), ...pickCapabilities(scope), ...pickCapabilities(parseIfText(accountScope)) };
    return Object.keys(all).length === 0 ? [] : [[`0x${number.toString(16)}`, all] as const];
  });
  return entries.length === 0 ? null : Object.fromEntries(entries);
};
