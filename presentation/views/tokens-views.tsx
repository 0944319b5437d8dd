import type { RenderViews } from '../features/feature.js';
import { INNER_CSS } from '../theme/inner.css.js';
import { TOKEN_LIST_CSS } from '../theme/token-list.css.js';
import { HiddenTokens } from './tokens/hidden-tokens.js';
import { TokenDetails } from './tokens/token-details.js';
import { Tokens } from './tokens/tokens.js';

/** Views of the account's tokens, with their virtual list. */
export const views = {
  Tokens: () => <Tokens />,
  TokenDetails: (data) => <TokenDetails {...data} />,
  HiddenTokens: () => <HiddenTokens />,
} satisfies RenderViews;

export const styles = [INNER_CSS, TOKEN_LIST_CSS];
