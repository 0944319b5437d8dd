import type { PlainViewName } from './views.js';

/** Views without data that apps can open. A record, so that the compiler reports missing ones. */
const PLAIN_VIEWS: Readonly<Record<PlainViewName, 1>> = {
  Connect: 1,
  Create: 1,
  ConnectWallets: 1,
  ConnectingWalletConnectBasic: 1,
  ConnectingSiwe: 1,
  SIWXSignMessage: 1,
  Account: 1,
  Profile: 1,
  SwitchAddress: 1,
  AllWallets: 1,
  GetWallet: 1,
  Networks: 1,
  UnsupportedChain: 1,
  WhatIsANetwork: 1,
  WhatIsAWallet: 1,
};

/** Tests for the name of a view that apps can open. Apps without TypeScript may pass anything. */
export const isPlainView = (name: unknown): name is PlainViewName => typeof name === 'string' && Object.hasOwn(PLAIN_VIEWS, name);

/** Their names, for messages. */
export const PLAIN_VIEW_NAMES: readonly string[] = Object.keys(PLAIN_VIEWS);
