/** Namespaces in which the embedded wallet has accounts. */
export const FRAME_NAMESPACES = ['eip155', 'solana'] as const;

/** A namespace in which the embedded wallet has accounts. */
export type FrameNamespace = (typeof FRAME_NAMESPACES)[number];

/** Tests whether the embedded wallet has accounts in a namespace. */
export const isFrameNamespace = (namespace: string): namespace is FrameNamespace => FRAME_NAMESPACES.some((each) => each === namespace);
