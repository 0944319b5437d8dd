import { defineFeature, hasData, viewChunk } from './feature.js';

/** The lists of tokens, fetched when they are shown. */
const TOKENS_CHUNK = viewChunk('tokens', () => import('../views/tokens-views.js'));

/** Shows the tokens of the connected account. */
export const tokensFeature = defineFeature({
  views: {
    Tokens: { title: (m) => m.titleTokens, chunk: TOKENS_CHUNK },
    TokenDetails: { title: (m) => m.titleToken, guard: hasData, chunk: TOKENS_CHUNK },
  },
});
