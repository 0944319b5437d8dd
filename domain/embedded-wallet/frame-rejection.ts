/** Returns whether the user has rejected, as told by the frame's text: error replies have no code. */
export const isFrameRejection = (reason: string | null): boolean => /reject|declin|denied|cancel/i.test(reason ?? '');
