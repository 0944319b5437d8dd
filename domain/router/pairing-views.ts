import type { ViewName } from './views.js';

/** Views that display a pairing: a QR code or an opened wallet. */
const PAIRING_VIEWS: ReadonlySet<ViewName> = new Set<ViewName>(['ConnectingWalletConnect', 'ConnectingWalletConnectBasic', 'Downloads']);
/** Views with wallet links on mobile, which contain the pairing URI. */
const MOBILE_LINK_VIEWS: ReadonlySet<ViewName> = new Set<ViewName>([
  'Connect',
  'ConnectWallets',
  'AllWallets',
  'Create',
  'GetWallet',
  'WhatIsAWallet',
]);

/** Tests whether a pairing continues while a view is displayed. Other views, and closing, cancel it. */
export const shouldKeepPairing = (name: ViewName, { mobile }: { readonly mobile: boolean }): boolean =>
  PAIRING_VIEWS.has(name) || (mobile && MOBILE_LINK_VIEWS.has(name));
