import type { RenderViews } from '../features/feature.js';
import { INNER_CSS } from '../theme/inner.css.js';
import { LIST_CSS } from '../theme/list.css.js';
import { AllWallets } from './all-wallets/all-wallets.js';

/** The view with the virtualized wallet grid. */
export const views = { AllWallets: () => <AllWallets /> } satisfies RenderViews;

// The search field shares its styles with the list of networks.
export const styles = [INNER_CSS, LIST_CSS];
