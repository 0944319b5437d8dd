/** Returns whether the user has rejected, as told by the frame's text: error replies have no code. */
export const isFrameRejection = (reason: string | null): boolean => /reject|declin|denied|cancel/i.test(reason ?? '');

/** Returns whether the wallet does not have the method, as told by the frame's text. Apps then use another one, as for EIP-5792. */
export const isUnsupportedByFrame = (reason: string | null): boolean =>
  /not supported|unsupported/i.test(reason ?? '') && !/chain|network/i.test(reason ?? '');
