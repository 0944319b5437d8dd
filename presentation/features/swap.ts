import type { Features } from '../../domain/options/options.js';
import { SwapScope } from '../components/swap-scope.js';
import { SwapButton } from '../views/account/swap-button.js';
import { defineFeature, hasData, viewChunk } from './feature.js';

/** The form of a swap, fetched when it is shown. */
const SWAP_CHUNK = viewChunk('swap', () => import('../views/swap-views.js'));

const isOffered = ({ swaps }: Features): boolean => swaps;

/** Swaps tokens of the connected account. */
export const swapFeature = defineFeature({
  views: {
    Swap: { title: (m) => m.titleSwap, isOffered, chunk: SWAP_CHUNK },
    SwapSelectToken: { title: (m) => m.titleSelectSwapToken, isOffered, guard: hasData, chunk: SWAP_CHUNK },
    SwapPreview: { title: (m) => m.titlePreviewSwap, isOffered, chunk: SWAP_CHUNK },
  },
  Scope: SwapScope,
  walletFeatures: { swaps: SwapButton },
});
