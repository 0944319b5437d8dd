import type { RenderViews } from '../features/feature.js';
import { ACTIVITY_CSS } from '../theme/activity.css.js';
import { INNER_CSS } from '../theme/inner.css.js';
import { Transactions } from './transactions/transactions.js';

/** Views of the account's history, with their virtual list. */
export const views = { Transactions: () => <Transactions /> } satisfies RenderViews;

export const styles = [INNER_CSS, ACTIVITY_CSS];
