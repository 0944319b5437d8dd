import { HiddenTokensRow } from '../views/tokens/hidden-tokens-row.js';
import { defineFeature, hasData, viewChunk } from './feature.js';

/** The lists of tokens, fetched when they are shown. */
const TOKENS_CHUNK = viewChunk('tokens', () => import('../views/tokens-views.js'));

/** Shows the tokens of the connected account, and those that the user has hidden also in the settings. */
export const tokensFeature = defineFeature({
  views: {
    Tokens: { title: (m) => m.titleTokens, chunk: TOKENS_CHUNK },
    TokenDetails: { title: (m) => m.titleToken, guard: hasData, chunk: TOKENS_CHUNK },
    HiddenTokens: { title: (m) => m.titleHiddenTokens, chunk: TOKENS_CHUNK },
  },
  settings: { hiddenTokens: HiddenTokensRow },
});
