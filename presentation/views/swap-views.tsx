import type { RenderViews } from '../features/feature.js';
import { INNER_CSS } from '../theme/inner.css.js';
import { SEND_CSS } from '../theme/send.css.js';
import { SWAP_CSS } from '../theme/swap.css.js';
import { TOKEN_LIST_CSS } from '../theme/token-list.css.js';
import { Swap } from './swap/swap.js';
import { SwapPreview } from './swap/swap-preview.js';
import { SwapSelectToken } from './swap/swap-select-token.js';

/** The form of a swap. */
export const views = {
  Swap: () => <Swap />,
  SwapSelectToken: (data) => <SwapSelectToken {...data} />,
  SwapPreview: () => <SwapPreview />,
} satisfies RenderViews;

export const styles = [INNER_CSS, TOKEN_LIST_CSS, SEND_CSS, SWAP_CSS];
