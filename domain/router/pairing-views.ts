import type { ViewName } from './views.js';

/** Views that show a pairing: a QR code, or the wallet that a link opened. */
const SHOWING: ReadonlySet<ViewName> = new Set<ViewName>(['ConnectingWalletConnect', 'ConnectingWalletConnectBasic', 'Downloads']);
/** On a phone these hold links to wallets, which carry the pairing's URI. */
const LINKING: ReadonlySet<ViewName> = new Set<ViewName>([
  'Connect',
  'ConnectWallets',
  'AllWallets',
  'Create',
  'GetWallet',
  'WhatIsAWallet',
]);

/** Whether a pairing under way goes on while a view is on screen. Leaving for any other view, or closing, cancels it. */
export const keepsPairing = (name: ViewName, { mobile }: { readonly mobile: boolean }): boolean =>
  SHOWING.has(name) || (mobile && LINKING.has(name));
