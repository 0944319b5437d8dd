import { isChainId } from '../../caip/caip-2.js';
import { isPlainObject } from '../primitives.js';
import type { ProposalNamespaces } from '../session.js';

const texts = (value: unknown): readonly string[] => (Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []);

/** Reads what was asked of a wallet. Whatever is no part of it, and chains that Latchkey does not know, are left out. */
export const readProposalNamespaces = (value: unknown): ProposalNamespaces => {
  const entries = isPlainObject(value) ? Object.entries(value) : [];
  return Object.fromEntries(
    entries.flatMap(([key, asked]) =>
      isPlainObject(asked)
        ? [[key, { chains: texts(asked.chains).filter(isChainId), methods: texts(asked.methods), events: texts(asked.events) }] as const]
        : [],
    ),
  );
};
