import type { RenderViews } from '../features/feature.js';
import { ACCOUNTS_CSS } from '../theme/accounts.css.js';
import { INNER_CSS } from '../theme/inner.css.js';
import { SETTINGS_CSS } from '../theme/settings.css.js';
import { AccountSettings } from './settings/account-settings.js';

/** Settings of the account and of the modal. */
export const views = { AccountSettings: () => <AccountSettings /> } satisfies RenderViews;

export const styles = [INNER_CSS, ACCOUNTS_CSS, SETTINGS_CSS];
