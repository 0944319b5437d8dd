import type { RenderViews } from '../features/feature.js';
import { ACCOUNT_NAME_CSS } from '../theme/account-name.css.js';
import { INNER_CSS } from '../theme/inner.css.js';
import { ChooseAccountName } from './account-name/choose-account-name.js';
import { RegisterAccountName } from './account-name/register-account-name.js';
import { RegisterAccountNameSuccess } from './account-name/register-account-name-success.js';

/** The registration of a name. */
export const views = {
  ChooseAccountName: () => <ChooseAccountName />,
  RegisterAccountName: () => <RegisterAccountName />,
  RegisterAccountNameSuccess: () => <RegisterAccountNameSuccess />,
} satisfies RenderViews;

export const styles = [INNER_CSS, ACCOUNT_NAME_CSS];
