import { type ChainId, isChainId } from '../../caip/caip-2.js';
import { isHttpUrl, isPlainObject } from '../primitives.js';
import { demandsOf, mergeNamespaces } from '../provider/provider-namespaces.js';
import type { OfficialPlace } from './official-places.js';

/** What the official universal provider keeps of one namespace of a session. */
export interface OfficialProviderNamespace {
  /** The chain that requests go to when they name none. */
  readonly defaultChain?: ChainId;
  /** Addresses of the host's own nodes, by the reference of their chain. */
  readonly rpcMap?: Readonly<Record<string, string>>;
}

/** What it keeps of a session, by namespace. */
export type OfficialProviderNamespaces = Readonly<Record<string, OfficialProviderNamespace>>;

/** Writes a chain in full; the provider writes a reference alone, as text or number, or the whole. */
const chainOf = (namespace: string, chain: unknown): ChainId | null => {
  const text = typeof chain === 'number' ? String(chain) : chain;
  if (typeof text !== 'string') return null;
  const full = text.includes(':') ? text : `${namespace}:${text}`;
  return isChainId(full) && full.startsWith(`${namespace}:`) ? full : null;
};

/** Reads the namespaces of the official universal provider. What is none of them, or says nothing, is left out. */
export const readOfficialProvider = (value: unknown): OfficialProviderNamespaces => {
  const entries = isPlainObject(value) ? Object.entries(value) : [];
  return Object.fromEntries(
    entries.flatMap(([key, given]) => {
      if (!isPlainObject(given)) return [];
      const [namespace = ''] = key.split(':');
      const defaultChain = chainOf(namespace, given.defaultChain);
      const urls = isPlainObject(given.rpcMap) ? Object.entries(given.rpcMap).filter(([, url]) => isHttpUrl(url)) : [];
      if (defaultChain === null && urls.length === 0) return [];
      return [
        [
          key,
          {
            ...(defaultChain === null ? {} : { defaultChain }),
            // All values are texts: the others were left out above.
            ...(urls.length === 0 ? {} : { rpcMap: Object.fromEntries(urls) as Readonly<Record<string, string>> }),
          },
        ] as const,
      ];
    }),
  );
};

/** What the official universal provider keeps of a session in records of their own. */
export type OfficialProviderPart = Extract<OfficialPlace, { readonly topic: string }>['store'];

/** A record of the official universal provider, as ours keeps it. */
export interface OfficialProviderRecord {
  readonly part: OfficialProviderPart;
  /** Of the session. */
  readonly topic: string;
  readonly value: object;
}

/** Reads a record of the official universal provider into the form of ours; `null` for one that says nothing. */
export const readOfficialProviderPart = (part: OfficialProviderPart, value: unknown): object | null => {
  const read = part === 'sessionProperties' ? value : mergeNamespaces(servedDefaults(value), demandsOf(value));
  return isPlainObject(read) && Object.keys(read).length > 0 ? read : null;
};

/** Default chains and nodes alone, the chains by their references. */
const servedDefaults = (value: unknown): unknown =>
  Object.fromEntries(
    Object.entries(readOfficialProvider(value)).map(([key, { defaultChain, rpcMap }]) => [
      key,
      { rpcMap, defaultChain: defaultChain?.slice(defaultChain.indexOf(':') + 1) },
    ]),
  );
