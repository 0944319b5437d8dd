/** Parts of the names of calls that hand something over to a chain, of all namespaces: `eth_sendRawTransaction`, `author_submitExtrinsic` … */
const HANDS_OVER = /send|submit|broadcast|airdrop/i;

/** Whether a call of a node may be made again at another node when nobody knows what became of it: it only reads. */
export const isRepeatable = (method: string): boolean => !HANDS_OVER.test(method);
