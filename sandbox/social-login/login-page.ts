import { escapeHtml } from '../process/escape-html.js';
import { PROVIDER_NAMES, type SocialProvider } from '../secure-site/protocol/login-user.js';

/** Style sheet of the login pages. */
export const LOGIN_CSS = `:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
body { margin: 0 auto; max-width: 26rem; padding: 1rem }
label { display: block; margin-block: 1rem }
input { box-sizing: border-box; width: 100%; font: inherit; padding: 0.5rem }
button { font: inherit; padding: 0.5rem 1.5rem; margin-inline-end: 0.5rem }
`;

const page = (title: string, main: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/login.css"></head>
<body><main>${main}</main></body>
</html>`;

/** The form that logs a user in. There is no password: any name is a user of its own. @param site origin that asks */
export const loginPage = (provider: SocialProvider, site: string): string => {
  const title = `Log in with ${PROVIDER_NAMES[provider]}`;
  return page(
    title,
    `<h1>${title}</h1>
<p>A local stand-in for ${PROVIDER_NAMES[provider]}. <strong>${escapeHtml(site)}</strong> gets to know your user name and your email address.</p>
<form method="post" autocomplete="off">
<label>User name <input name="user" required maxlength="60" data-testid="social-user"></label>
<label>Email, if the provider gives one <input name="email" type="email" maxlength="254" data-testid="social-email"></label>
<button name="action" value="continue" data-testid="social-continue">Continue</button>
<button name="action" value="cancel" formnovalidate data-testid="social-cancel">Cancel</button>
</form>`,
  );
};

/** The page for a request that leads nowhere. */
export const errorPage = (error: string, description: string): string =>
  page('Not possible', `<h1>Not possible</h1><p>${escapeHtml(description)}</p><p><code>${escapeHtml(error)}</code></p>`);
