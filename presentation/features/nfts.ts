import { defineFeature, viewChunk } from './feature.js';

/** The NFTs with their virtual grid, fetched when they are shown. */
const NFTS_CHUNK = viewChunk('nfts', () => import('../views/nfts-views.js'));

/** Shows the NFTs of the connected account. */
export const nftsFeature = defineFeature({
  views: { Nfts: { title: (m) => m.titleNfts, chunk: NFTS_CHUNK } },
});
