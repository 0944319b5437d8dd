/** The chain families Latchkey speaks, by their CAIP-2 namespace. @see https://namespaces.chainagnostic.org */
export const NAMESPACES = ['eip155', 'solana', 'bip122', 'polkadot'] as const;

/** A CAIP-2 namespace Latchkey has a chain port for. */
export type Namespace = (typeof NAMESPACES)[number];

/** Whether a text is one of the four namespaces. */
export const isNamespace = (value: string): value is Namespace => (NAMESPACES as readonly string[]).includes(value);
