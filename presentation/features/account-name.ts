import { AccountNameScope } from '../components/account-name-scope.js';
import { AccountNameAction } from '../views/account/account-name-action.js';
import { defineFeature, viewChunk } from './feature.js';

/** Few users register a name: fetched when one of the views is shown. */
const ACCOUNT_NAME_CHUNK = viewChunk('account-name', () => import('../views/account-name-views.js'));

/** Registers a readable name for the embedded wallet's account. */
export const accountNameFeature = defineFeature({
  views: {
    ChooseAccountName: { title: (m) => m.titleAccountName, chunk: ACCOUNT_NAME_CHUNK },
    RegisterAccountName: { title: (m) => m.titleAccountName, chunk: ACCOUNT_NAME_CHUNK },
    RegisterAccountNameSuccess: { title: (m) => m.titleAccountName, chunk: ACCOUNT_NAME_CHUNK },
  },
  accountActions: { accountName: AccountNameAction },
  Scope: AccountNameScope,
});
