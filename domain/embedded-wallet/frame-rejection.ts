/** What nodes, bundlers and contracts say, such as "execution reverted: Auction cancelled", is not what the user or the wallet says. */
const FOREIGN_TEXT = /\b(?:fail|refused|reverted): [\s\S]*$/i;

const ownText = (reason: string | null): string => (reason ?? '').replace(FOREIGN_TEXT, '');

/** Returns whether the user has rejected, as told by the frame's text: error replies have no code. */
export const isFrameRejection = (reason: string | null): boolean => /reject|declin|denied|cancel/i.test(ownText(reason));

/** Returns whether the wallet does not have the method, as told by the frame's text. Apps then use another one, as for EIP-5792. */
export const isUnsupportedByFrame = (reason: string | null): boolean =>
  /not supported|unsupported/i.test(ownText(reason)) && !/chain|network/i.test(ownText(reason));
