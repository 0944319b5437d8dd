import type { Nft } from './parse-nfts.js';

/** Token ids up to this length are written in full. */
const MAX_ID_LENGTH = 9;

const shortId = (id: string): string => (id.length > MAX_ID_LENGTH ? `${id.slice(0, 4)}…${id.slice(-4)}` : id);

/** Name to show for an NFT: its own, else its token id, else that of its collection. Empty if it has none. */
export const nftName = ({ name, collection, tokenId }: Pick<Nft, 'name' | 'collection' | 'tokenId'>): string => {
  if (name !== '') return name;
  return tokenId === null ? collection : `#${shortId(tokenId)}`;
};
