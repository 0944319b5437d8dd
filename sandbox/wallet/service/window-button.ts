import { element } from '../window/element.js';

const STYLES = `
  dialog { box-sizing: border-box; max-width: calc(100vw - 32px); width: 340px; padding: 20px; border: 1px solid #8886; border-radius: 16px;
    font: 15px/1.4 system-ui, sans-serif; color: #14161a; background: #fff; text-align: center; }
  dialog::backdrop { background: #0008; }
  h2 { margin: 0 0 4px; font-size: 17px; }
  p { margin: 0 0 16px; color: #555b66; }
  button { font: inherit; font-weight: 600; min-height: 44px; padding: 0 16px; border: 0; border-radius: 12px; cursor: pointer; width: 100%; }
  button + button { margin-top: 8px; }
  .primary { background: #ffb938; color: #14161a; }
  .secondary { background: #8882; color: inherit; }
  button:focus-visible { outline: 2px solid #2563eb; outline-offset: 2px; }
  @media (prefers-color-scheme: dark) {
    dialog { color: #f4f4f5; background: #17191d; }
    p { color: #a6adb8; }
  }
`;

/**
 * Shows a button that opens the wallet's window, where the browser allows no window without a click. It is a modal dialog, because the rest
 * of the page is inert while the site's own dialog is open. Returns a function that removes it.
 */
export const showWindowButton = (press: () => void): (() => void) => {
  const host = element('sandbox-wallet-button');
  const shadow = host.attachShadow({ mode: 'open' });
  // Style elements would need `unsafe-inline` in the site's policy.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLES);
  shadow.adoptedStyleSheets = [sheet];
  const remove = (): void => host.remove();
  const dialog = document.createElement('dialog');
  dialog.setAttribute('aria-labelledby', 'title');
  dialog.append(
    element('h2', { id: 'title' }, 'Request in Sandbox Wallet'),
    element('p', {}, "Your browser blocked the wallet's window."),
    element(
      'button',
      {
        class: 'primary',
        onClick: () => {
          remove();
          press();
        },
      },
      'Open Sandbox Wallet',
    ),
    element('button', { class: 'secondary', onClick: remove }, 'Not now'),
  );
  dialog.addEventListener('close', remove);
  shadow.append(dialog);
  document.body.append(host);
  dialog.showModal();
  return remove;
};
