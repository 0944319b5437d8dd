import type { AccountTypes } from './account-types.js';

/** A CAIP-2 namespace: one of the four, or one that an adapter added to {@link AccountTypes}. @see https://namespaces.chainagnostic.org */
export type Namespace = keyof AccountTypes;

/** The chain families Latchkey speaks by itself. */
export const NAMESPACES = ['eip155', 'solana', 'bip122', 'polkadot'] as const satisfies readonly Namespace[];

/** Grows only: an id that was well formed stays so. */
const known: Set<string> = new Set(NAMESPACES);

/** The four namespaces, and those that adapters registered since. */
export const knownNamespaces = (): readonly Namespace[] =>
  // Whoever registers a namespace has its type too.
  [...known] as Namespace[];

/** Whether a text is a known namespace. */
export const isNamespace = (value: string): value is Namespace => known.has(value);

/** Makes a namespace known. Nothing checks it here: see `registerNamespace`. */
export const admitNamespace = (namespace: string): void => {
  known.add(namespace);
};

/** The namespaces that a record has an entry for. */
export const namespacesOf = (record: Readonly<Partial<Record<Namespace, unknown>>>): readonly Namespace[] =>
  // By its type the record has no other keys.
  Object.keys(record) as Namespace[];
