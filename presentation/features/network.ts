import { defineFeature, hasData } from './feature.js';
import { INNER_CHUNK } from './inner-chunk.js';

/** Switches between networks. */
export const networkFeature = defineFeature({
  views: {
    Networks: { title: (m) => m.titleNetworks, chunk: INNER_CHUNK },
    SwitchNetwork: { title: (m, { chainId }, { networkOf }) => networkOf(chainId) ?? m.switchNetwork, guard: hasData, chunk: INNER_CHUNK },
    SwitchActiveChain: {
      title: (m, { chainId }, { networkOf }) => networkOf(chainId) ?? m.switchNetwork,
      guard: hasData,
      chunk: INNER_CHUNK,
    },
    UnsupportedChain: { title: (m) => m.switchNetwork, chunk: INNER_CHUNK },
    WhatIsANetwork: { title: (m) => m.titleWhatIsNetwork, chunk: INNER_CHUNK },
  },
});
