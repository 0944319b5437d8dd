/** Scheme, user and password, host, rest. */
const URL_IN_TEXT = /\b([a-z][a-z\d+.-]*:\/\/)(?:[^\s/?#@]*@)?([^\s/?#'"`)]*)[^\s'"`)]*/gi;
/** A pairing URI, which contains a key. @see https://eips.ethereum.org/EIPS/eip-1328 */
const PAIRING_URI = /\bwc:[^\s'"`)]*/gi;

/** Reduces the URLs in a text to scheme and host: their paths and queries may contain keys, such as those of RPC endpoints. */
export const withoutUrlDetails = (text: string): string => text.replace(URL_IN_TEXT, '$1$2').replace(PAIRING_URI, 'wc:');
