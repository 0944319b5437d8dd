/** The chain families Latchkey speaks, by their CAIP-2 namespace. @see https://namespaces.chainagnostic.org */
export const NAMESPACES = ['eip155', 'solana', 'bip122', 'polkadot'] as const;

/** A CAIP-2 namespace Latchkey has a chain port for. */
export type Namespace = (typeof NAMESPACES)[number];

/** Whether a text is one of the four namespaces. */
export const isNamespace = (value: string): value is Namespace => NAMESPACES.some((namespace) => namespace === value);

/** The namespaces that a record has an entry for. */
export const namespacesOf = (record: Readonly<Partial<Record<Namespace, unknown>>>): readonly Namespace[] =>
  // By its type the record has no other keys.
  Object.keys(record) as Namespace[];
