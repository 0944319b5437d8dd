import { escapeHtml } from '../process/escape-html.js';

/** Style sheet of the app. */
export const FARCASTER_CSS = `:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
body { margin: 0 auto; max-width: 30rem; padding: 1rem }
label { display: block; margin-block: 1rem }
input { box-sizing: border-box; width: 100%; font: inherit; padding: 0.5rem }
button { font: inherit; padding: 0.5rem 1.5rem; margin-inline-end: 0.5rem }
dd { margin: 0 0 0.5rem; overflow-wrap: anywhere }
`;

const page = (title: string, main: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/farcaster.css"></head>
<body><main>${main}</main></body>
</html>`;

/** A login that waits for its user. */
export interface ShownLogin {
  /** Host that asks. */
  readonly domain: string;
  /** What the user signs in to. */
  readonly uri: string;
}

/** The page that asks the user. Any name is a user with an id and a key of its own. */
export const requestPage = ({ domain, uri }: ShownLogin): string =>
  page(
    'Sign in',
    `<h1>Sign in with Farcaster</h1>
<p>A local stand-in for a Farcaster app.</p>
<dl><dt>Site</dt><dd data-testid="fc-domain">${escapeHtml(domain)}</dd><dt>For</dt><dd data-testid="fc-uri">${escapeHtml(uri)}</dd></dl>
<p>You sign a message with the key of your Farcaster id. Nothing is sent to a blockchain.</p>
<form method="post" autocomplete="off">
<label>User name <input name="user" required maxlength="30" data-testid="fc-user"></label>
<button name="action" value="approve" data-testid="fc-approve">Approve</button>
<button name="action" value="reject" formnovalidate data-testid="fc-reject">Reject</button>
</form>`,
  );

/** The page after an answer, or for a login that is not open. */
export const donePage = (title: string, text: string): string => page(title, `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>`);
