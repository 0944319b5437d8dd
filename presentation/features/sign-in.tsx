import { SignInScope } from '../components/sign-in-scope.js';
import { SignInAction } from '../views/account/sign-in-action.js';
import { signInErrorText } from '../views/sign-in/sign-in-error-text.js';
import { defineFeature } from './feature.js';
import { SIGN_IN_CHUNK } from './sign-in-chunk.js';

/** Signs the connected account in. */
export const signInFeature = defineFeature({
  views: {
    SIWXSignMessage: { title: (m) => m.titleSignIn, chunk: SIGN_IN_CHUNK },
    ConnectingSiwe: { title: (m) => m.titleSignIn, chunk: SIGN_IN_CHUNK },
  },
  Scope: SignInScope,
  accountActions: { signIn: SignInAction },
  errorText: signInErrorText,
});
