import { ERROR_MESSAGES } from '../../../domain/errors/error-messages.js';

/** English texts of the NFTs. */
export const nftsEn = {
  nftsFailed: ERROR_MESSAGES['nfts/fetch-failed'],
  nftsFailedHint: 'Check your internet connection and try again.',
  nftsUnavailable: 'NFTs unavailable',
  nftsUnavailableHint: 'This site has no service that lists the NFTs of an account.',
  nftsUnsupported: (network: string) => `NFTs unavailable on ${network}`,
  nftsUnsupportedHint: 'The NFTs of this network cannot be read.',
  noNfts: 'No NFTs yet',
  noNftsHint: (network: string) => `NFTs of this account on ${network} will appear here.`,
  loadingNfts: 'Loading NFTs…',
  moreNftsFailed: 'More NFTs could not be loaded.',
  /** Names the list. */
  nftList: 'NFTs',
  allNfts: 'All NFTs',
  /** Marks an NFT whose name or collection imitates another one. */
  lookAlikeNft: 'Look-alike',
  /** `count` is a formatted number greater than 1. */
  nftCopies: (count: string) => `${count} copies`,
};
