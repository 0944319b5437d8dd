import { escapeHtml } from '../../process/escape-html.js';
import type { PurchaseRow } from './purchase-store.js';

/** Style sheet of the pages. */
export const PROVIDER_CSS = `:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
body { margin: 0 auto; max-width: 30rem; padding: 1rem }
label { display: block; margin-block: 0.75rem }
input, select { box-sizing: border-box; width: 100%; font: inherit; padding: 0.5rem }
button { font: inherit; padding: 0.5rem 1.5rem; margin-inline-end: 0.5rem }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 0 0.75rem }
dt { opacity: 0.75 }
dd { margin: 0 0 0.5rem; overflow-wrap: anywhere }
[role=alert] { border-inline-start: 4px solid; padding-inline-start: 0.75rem }
`;

const page = (title: string, main: string, head = ''): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title>${head}<link rel="icon" href="data:,"><link rel="stylesheet" href="/provider.css"></head>
<body><main>${main}</main></body>
</html>`;

/** A choice of a select. */
export interface Choice {
  readonly value: string;
  readonly text: string;
}

/** Content of the form. */
export interface ShownOrder {
  readonly provider: string;
  readonly session: string;
  /** Coins and tokens with their networks. */
  readonly offers: readonly Choice[];
  readonly offer: string;
  readonly currencies: readonly string[];
  readonly currency: string;
  readonly amount: string;
  readonly address: string;
  /** Price of the order; `null` while it is not known. */
  readonly cost: { readonly total: string; readonly fees: string } | null;
  /** Mistake in what was entered. */
  readonly problem: string | null;
}

const select = (name: string, choices: readonly Choice[], chosen: string): string =>
  `<select name="${name}" data-testid="pay-${name}">${choices
    .map(({ value, text }) => `<option value="${escapeHtml(value)}"${value === chosen ? ' selected' : ''}>${escapeHtml(text)}</option>`)
    .join('')}</select>`;

/** The form of a payment. Any card number pays; one that ends with 0002 is declined, and one that ends with 3220 is reviewed for a few seconds. */
export const orderPage = (order: ShownOrder): string => {
  const { provider, session, offers, offer, currencies, currency, amount, address, cost, problem } = order;
  return page(
    `Buy with ${provider}`,
    `<h1>Buy with ${escapeHtml(provider)}</h1>
<p>A provider of the sandbox: no real money is paid, and the local chains deliver.</p>
${problem === null ? '' : `<p role="alert" data-testid="pay-problem">${escapeHtml(problem)}</p>`}
<form method="post" action="/buy" autocomplete="off">
<input type="hidden" name="session" value="${escapeHtml(session)}">
<label>You buy ${select('offer', offers, offer)}</label>
<div class="pair">
<label>Amount <input name="amount" inputmode="decimal" required maxlength="60" value="${escapeHtml(amount)}" data-testid="pay-amount"></label>
<label>Pay in ${select(
      'currency',
      currencies.map((each) => ({ value: each, text: each })),
      currency,
    )}</label>
</div>
<dl><dt>To the wallet</dt><dd data-testid="pay-address">${escapeHtml(address)}</dd>
${
  cost === null
    ? ''
    : `<dt>Total, with fees of ${escapeHtml(cost.fees)} ${escapeHtml(currency)}</dt><dd data-testid="pay-total">${escapeHtml(cost.total)} ${escapeHtml(currency)}</dd>`
}</dl>
<button name="action" value="price" formnovalidate data-testid="pay-price">Update the price</button>
<label>Card number <input name="card" inputmode="numeric" required maxlength="23" placeholder="4242 4242 4242 4242" data-testid="pay-card"></label>
<div class="pair">
<label>Expiry <input name="expiry" required maxlength="7" placeholder="12/34" data-testid="pay-expiry"></label>
<label>Security code <input name="code" inputmode="numeric" required maxlength="4" placeholder="123" data-testid="pay-code"></label>
</div>
<button name="action" value="pay" data-testid="pay-submit">Pay</button>
</form>
<p><small>Any card pays. A number that ends with 0002 is declined; one that ends with 3220 is reviewed for a few seconds.</small></p>`,
  );
};

const STATUS: Readonly<Record<PurchaseRow['status'], readonly [title: string, text: string]>> = {
  'in-progress': ['Payment received', 'Your order is being delivered. You can close this window.'],
  success: ['Delivered', 'It is in your wallet. You can close this window.'],
  failed: ['Payment declined', 'Nothing was charged. You can close this window, and try again with another card.'],
};

/** The receipt of a purchase, which reloads while it is in progress. */
export const receiptPage = ({ status, amount, symbol, paid, payment_currency, account, hash }: PurchaseRow): string => {
  const [title, text] = STATUS[status];
  return page(
    title,
    `<h1 data-testid="pay-status">${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>
<dl><dt>Bought</dt><dd>${escapeHtml(`${amount} ${symbol}`)}</dd><dt>Paid</dt><dd>${escapeHtml(status === 'failed' ? 'nothing' : `${paid} ${payment_currency}`)}</dd>
<dt>To the wallet</dt><dd>${escapeHtml(account)}</dd>${hash === null ? '' : `<dt>Transaction</dt><dd>${escapeHtml(hash)}</dd>`}</dl>`,
    status === 'in-progress' ? '<meta http-equiv="refresh" content="1">' : '',
  );
};

/** A page with a text only. */
export const textPage = (title: string, text: string): string => page(title, `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>`);
