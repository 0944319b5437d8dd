import type { PlainViewName, View } from './views.js';

/** The views that need no data. A record, so that the compiler knows when one is missing. */
const PLAIN: Readonly<Record<PlainViewName, 1>> = {
  Connect: 1,
  Create: 1,
  ConnectWallets: 1,
  ConnectSocials: 1,
  ConnectingWalletConnectBasic: 1,
  ConnectingFarcaster: 1,
  ConnectingSiwe: 1,
  SIWXSignMessage: 1,
  ApproveTransaction: 1,
  Account: 1,
  AccountSettings: 1,
  Profile: 1,
  SwitchAddress: 1,
  ChooseAccountName: 1,
  RegisterAccountName: 1,
  RegisterAccountNameSuccess: 1,
  AllWallets: 1,
  GetWallet: 1,
  Networks: 1,
  UnsupportedChain: 1,
  WhatIsANetwork: 1,
  WhatIsAWallet: 1,
  WhatIsABuy: 1,
  Transactions: 1,
  OnRampProviders: 1,
  OnRampActivity: 1,
  OnRampTokenSelect: 1,
  OnRampFiatSelect: 1,
  BuyInProgress: 1,
  EmailLogin: 1,
  UpdateEmailWallet: 1,
  UpgradeEmailWallet: 1,
  WalletReceive: 1,
  WalletCompatibleNetworks: 1,
  WalletSend: 1,
  WalletSendPreview: 1,
  WalletSendSelectToken: 1,
  Swap: 1,
  SwapPreview: 1,
  SmartSessionCreated: 1,
  SmartSessionList: 1,
};

/** Whether a name is that of a view that needs no data. A page without types may ask for anything. */
export const isPlainView = (name: unknown): name is PlainViewName => typeof name === 'string' && Object.hasOwn(PLAIN, name);

/** Whether a view can be shown: one that needs data has them. */
export const isShowable = ({ name, data }: View): boolean => data !== undefined || isPlainView(name);
