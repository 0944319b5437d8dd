import { readJson } from '../../wire.js';
import { hasData, isTextList } from '../primitives.js';

/** Properties of a session: texts by name, some of which are JSON. */
type SessionProperties = Readonly<Record<string, unknown>>;

/** What a wallet can do, by chain in hex and by name of the capability. @see https://eips.ethereum.org/EIPS/eip-5792#wallet_getcapabilities */
export type WalletCapabilities = Readonly<Record<string, unknown>>;

/** The property of a session that keeps what wallets answered, as JSON text. */
export const CAPABILITIES = 'capabilities';

/** Capabilities that a wallet may name among the properties of a session. @see https://chainagnostic.org/CAIPs/caip-345 */
const NAMES: readonly string[] = ['atomic', 'flow-control', 'paymasterService', 'sessionKeys', 'auxiliaryFunds'];

const parsed = (text: unknown): unknown => (typeof text === 'string' ? (readJson(text) ?? text) : text);

/** The chains that a `wallet_getCapabilities` asks about; none: all of them. */
export const askedChains = (params: unknown): readonly string[] => {
  const chains: unknown = Array.isArray(params) ? params[1] : undefined;
  return isTextList(chains) ? chains : [];
};

/**
 * Under what an answer is kept: the address, which has one account whatever the case of its letters, and the chains that were asked about in
 * any order.
 */
export const capabilitiesKey = (address: string, chains: readonly string[]): string =>
  `${address.toLowerCase()}${[...new Set(chains.map((chain) => chain.toLowerCase()))].sort().join(',')}`;

const answersIn = (properties: SessionProperties | undefined): Readonly<Record<string, unknown>> => {
  const kept = parsed(properties?.[CAPABILITIES]);
  return hasData(kept) ? kept : {};
};

/** What was answered before to the same question, `null` where nothing was. */
export const keptCapabilities = (properties: SessionProperties | undefined, key: string): WalletCapabilities | null => {
  const found = Object.entries(answersIn(properties)).find(([name]) => name.toLowerCase() === key)?.[1];
  const answer = parsed(found);
  return hasData(answer) ? answer : null;
};

/** The property that keeps an answer beside the others. */
export const keepCapabilities = (properties: SessionProperties | undefined, key: string, answer: WalletCapabilities): string =>
  JSON.stringify({ ...answersIn(properties), [key]: answer });

const named = (properties: unknown): Readonly<Record<string, unknown>> =>
  hasData(properties) ? Object.fromEntries(NAMES.filter((name) => name in properties).map((name) => [name, parsed(properties[name])])) : {};

/** Reads `0x89` and `137`; `null` for what is neither. */
const chainNumber = (text: string): number | null => {
  const number = /^(?:0x[0-9a-f]{1,13}|[0-9]{1,15})$/i.test(text) ? Number(text) : 0;
  return number > 0 ? number : null;
};

/**
 * What a wallet said of its capabilities on these chains when it approved the session: for all chains, of a chain, and of an account on it, the
 * last of which counts most. `null` where it said nothing of them.
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
    const scope = parsed(scopedProperties[`eip155:${number}`]);
    const account = `eip155:${number}:${address}`.toLowerCase();
    const own = hasData(scope) ? Object.entries(scope).find(([key]) => key.toLowerCase() === account)?.[1] : undefined;
    const all = { ...named(sessionProperties), ...named(scope), ...named(parsed(own)) };
    return Object.keys(all).length === 0 ? [] : [[`0x${number.toString(16)}`, all] as const];
  });
  return entries.length === 0 ? null : Object.fromEntries(entries);
};
