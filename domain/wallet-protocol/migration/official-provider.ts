import { type ChainId, isChainId } from '../../caip/caip-2.js';
import { isHttpUrl, isPlainObject } from '../primitives.js';

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
