import { element } from '../../wallet/window/element.js';
import { type LoginProvider, PROVIDER_NAMES } from '../protocol/login-user.js';
import { type CodeOptions, showCode } from './code-view.js';
import { errorText } from './error-message.js';
import type { Logins } from './logins.js';
import { loadedConfig } from './read-config.js';
import { errorLine, paragraph, showScreen, skeleton } from './screen.js';
import { openProvider } from './social-return.js';
import { loginAgainText } from './user-text.js';
import type { WalletSession } from './wallet-session.js';

/** What the screens of a provider show. */
type ProviderScreen = Pick<CodeOptions, 'title' | 'before' | 'done' | 'cancel'>;

/** A provider other than the site itself. */
type OtherProvider = Exclude<LoginProvider, 'email'>;

/** Goes to a provider, which leads back to this page and loads it anew; with Farcaster, the user continues here. */
const go = (logins: Logins, provider: OtherProvider, screen: ProviderScreen): void => {
  if (provider === 'farcaster') {
    void import('./farcaster-view.js').then(({ showFarcaster }) => showFarcaster({ ...screen, logins }));
    return;
  }
  const { title, before = () => [], cancel } = screen;
  const cancelling = { label: 'Cancel', run: cancel };
  showScreen({ title, children: [...before(), skeleton(`Opening ${PROVIDER_NAMES[provider]}`)], actions: [cancelling] });
  openProvider(logins, provider).catch((error: unknown) =>
    showScreen({ title, children: [...before(), errorLine(errorText(error))], actions: [cancelling] }, true),
  );
};

/** A button for each login of the site besides email; `null` if it has none. */
export const socialButtons = (session: WalletSession, screen: ProviderScreen): HTMLElement | null => {
  const { socials, farcaster } = loadedConfig();
  const providers: readonly OtherProvider[] = [...socials.map(({ provider }) => provider), ...(farcaster ? (['farcaster'] as const) : [])];
  if (providers.length === 0) return null;
  const buttons = providers.map((provider) =>
    element(
      'button',
      { type: 'button', class: 'secondary', onClick: () => go(session.logins, provider, screen) },
      `Continue with ${PROVIDER_NAMES[provider]}`,
    ),
  );
  return element('div', { class: 'socials', role: 'group', 'aria-label': 'Other ways to log in' }, ...buttons);
};

/** Options of {@link showLoginAgain}. */
export interface LoginAgainOptions extends Omit<CodeOptions, 'session' | 'email' | 'reason'> {
  readonly session: WalletSession;
  /** Why the user has to log in. */
  readonly error: unknown;
}

/** Has the user log in again as they did before: by a code, which continues here, or at their provider. */
export const showLoginAgain = ({ session, error, ...options }: LoginAgainOptions): void => {
  const { user } = session;
  const reason = `${errorText(error)} ${loginAgainText(user)}`;
  if (user === null || user.provider === 'email') {
    showCode({ ...options, session, email: user?.email ?? '', reason });
    return;
  }
  const { title, before = () => [], cancel } = options;
  const { provider } = user;
  const failure = session.logins.takeFailure();
  showScreen(
    {
      title,
      children: [...before(), failure === null ? null : errorLine(errorText(failure)), paragraph(reason)],
      actions: [
        { label: 'Cancel', run: cancel },
        { label: `Continue with ${PROVIDER_NAMES[provider]}`, isPrimary: true, run: () => go(session.logins, provider, options) },
      ],
    },
    true,
  );
};
