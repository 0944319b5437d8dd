/** Identity of a wallet. @see https://eips.ethereum.org/EIPS/eip-6963 */
export interface WalletIdentity {
  readonly rdns: string;
  readonly name: string;
  readonly icon: string;
}

const drawing = (paper: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="14" fill="${paper}"/><g fill="none" stroke="#2b1d0a" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"><path d="M20 14h24M20 50h24"/><path d="M23 14c0 10 9 12 9 18s-9 8-9 18M41 14c0 10-9 12-9 18s9 8 9 18"/></g><circle cx="32" cy="44" r="3.5" fill="#2b1d0a"/></svg>`;

const toDataUrl = (svg: string): string => `data:image/svg+xml,${encodeURIComponent(svg)}`;

/** The wallet of the page script. */
export const PAGE_SCRIPT_IDENTITY: WalletIdentity = {
  rdns: 'dev.latchkey.sandbox',
  name: 'Sandbox Wallet',
  icon: toDataUrl(drawing('#f2b84b')),
};

/** The wallet on its own page. */
export const WALLET_PAGE_IDENTITY: WalletIdentity = {
  rdns: 'dev.latchkey.sandbox.page',
  name: 'Sandbox Phone Wallet',
  icon: toDataUrl(drawing('#9db7f0')),
};

/** The wallet of the extension. */
export const EXTENSION_IDENTITY: WalletIdentity = {
  rdns: 'dev.latchkey.sandbox.extension',
  name: 'Sandbox Wallet Extension',
  icon: toDataUrl(drawing('#8fc7a1')),
};
