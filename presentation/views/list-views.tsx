import type { RenderViews } from '../features/feature.js';
import { INNER_CSS } from '../theme/inner.css.js';
import { LIST_CSS } from '../theme/list.css.js';
import { AllWallets } from './all-wallets/all-wallets.js';

/** The view with the long list, which brings the virtual list. */
export const views = { AllWallets: () => <AllWallets /> } satisfies RenderViews;

// The search field looks like the one of the networks.
export const styles = [INNER_CSS, LIST_CSS];
