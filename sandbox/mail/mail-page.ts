import { escapeHtml } from '../process/escape-html.js';
import type { ReceivedMail } from './mail-control.js';

/** Style sheet of the inbox. */
export const MAIL_CSS = `:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
body { margin: 0 auto; max-width: 50rem; padding: 1rem }
th, td { padding: 0.25rem 1rem 0.25rem 0; text-align: start; vertical-align: top }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit }
`;

const page = (title: string, main: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><link rel="stylesheet" href="/mail.css"></head>
<body><main>${main}</main></body>
</html>`;

const timeOf = ({ receivedAt }: ReceivedMail): string => {
  const time = new Date(receivedAt).toISOString();
  return `<time datetime="${time}">${time.replace('T', ' ').slice(0, 19)}</time>`;
};

const rowOf = (mail: ReceivedMail): string =>
  `<tr><td>${timeOf(mail)}</td><td>${escapeHtml(mail.to.join(', '))}</td><td><a href="/mails/${mail.id}">${escapeHtml(mail.subject || 'No subject')}</a></td></tr>`;

/** Renders the list of mails, newest first. */
export const inboxPage = (mails: readonly ReceivedMail[]): string => {
  const head = '<thead><tr><th scope="col">Received (UTC)</th><th scope="col">To</th><th scope="col">Subject</th></tr></thead>';
  const table = `<table>${head}<tbody>${mails.toReversed().map(rowOf).join('')}</tbody></table>`;
  return page('Inbox', `<h1>Inbox</h1>${mails.length === 0 ? '<p>No mails yet.</p>' : table}<p><a href="/">Reload</a></p>`);
};

/** Renders one mail as text. */
export const mailPage = (mail: ReceivedMail): string => {
  const fields = `<p>From ${escapeHtml(mail.from)} to ${escapeHtml(mail.to.join(', '))}, ${timeOf(mail)} UTC</p>`;
  return page(
    mail.subject,
    `<p><a href="/">Inbox</a></p><h1>${escapeHtml(mail.subject || 'No subject')}</h1>${fields}<pre>${escapeHtml(mail.text)}</pre>`,
  );
};
