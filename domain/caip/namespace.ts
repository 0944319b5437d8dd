import type { AccountTypes } from './account-types.js';

/** A CAIP-2 namespace: a built-in one, or one that an adapter added to {@link AccountTypes}. @see https://namespaces.chainagnostic.org */
export type Namespace = keyof AccountTypes;

/** The built-in namespaces. */
export const NAMESPACES = ['eip155', 'solana', 'bip122', 'polkadot'] as const satisfies readonly Namespace[];

/** Append-only, so that a valid id stays valid. */
const registry: Set<string> = new Set(NAMESPACES);

/** The built-in namespaces and those that adapters registered. */
export const registeredNamespaces = (): readonly Namespace[] =>
  // Registered namespaces are declared in `AccountTypes`.
  [...registry] as Namespace[];

export const isNamespace = (value: string): value is Namespace => registry.has(value);

/** Registers a namespace without validation. Adapters use `registerNamespace`. */
export const addNamespace = (namespace: string): void => {
  registry.add(namespace);
};

/** The namespaces among a record's keys. */
export const namespacesOf = (record: Readonly<Partial<Record<Namespace, unknown>>>): readonly Namespace[] =>
  // The record type allows no other keys.
  Object.keys(record) as Namespace[];
