import { PendingRequestLink } from '../components/pending-request-link.js';
import type { RenderViews } from '../features/feature.js';
import { INNER_CSS } from '../theme/inner.css.js';
import { SIGN_IN_CSS } from '../theme/sign-in.css.js';
import { SignIn } from './sign-in/sign-in.js';

/** Views of signing in. `ConnectingSiwe` is another name of the same view. */
export const views = {
  SIWXSignMessage: () => <SignIn />,
  ConnectingSiwe: () => <SignIn />,
} satisfies RenderViews;

// They share styles with the inner views, which may load later.
export const styles = [INNER_CSS, SIGN_IN_CSS];

/** The wallet may be an app on this device. */
export const Footer = PendingRequestLink;
