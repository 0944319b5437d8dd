import { LatchkeyError } from '../errors/latchkey-error.js';
import type { AvailableViewName, PlainViewName } from './views.js';

/** Views that apps can open, and whether they have no data. A record, so that the compiler reports missing and wrong ones. */
const AVAILABLE_VIEWS: { readonly [Name in AvailableViewName]: Name extends PlainViewName ? 'plain' : 'with-data' } = {
  Connect: 'plain',
  Create: 'plain',
  ConnectWallets: 'plain',
  ConnectSocials: 'plain',
  ConnectingExternal: 'with-data',
  ConnectingWalletConnect: 'with-data',
  ConnectingWalletConnectBasic: 'plain',
  ConnectingMultiChain: 'with-data',
  ConnectingSocial: 'with-data',
  ConnectingFarcaster: 'plain',
  ConnectingSiwe: 'plain',
  SIWXSignMessage: 'plain',
  ApproveTransaction: 'plain',
  ChooseAccountName: 'plain',
  RegisterAccountName: 'plain',
  RegisterAccountNameSuccess: 'plain',
  Tokens: 'plain',
  TokenDetails: 'with-data',
  HiddenTokens: 'plain',
  Transactions: 'plain',
  Nfts: 'plain',
  WalletReceive: 'plain',
  WalletSend: 'plain',
  WalletSendPreview: 'plain',
  WalletSendSelectToken: 'plain',
  Swap: 'plain',
  SwapPreview: 'plain',
  SwapSelectToken: 'with-data',
  WalletCompatibleNetworks: 'plain',
  OnRampProviders: 'plain',
  OnRampTokenSelect: 'plain',
  OnRampFiatSelect: 'plain',
  OnRampActivity: 'plain',
  BuyInProgress: 'plain',
  WhatIsABuy: 'plain',
  EmailLogin: 'plain',
  EmailVerifyDevice: 'with-data',
  EmailVerifyOtp: 'with-data',
  UpdateEmailWallet: 'plain',
  UpdateEmailPrimaryOtp: 'with-data',
  UpdateEmailSecondaryOtp: 'with-data',
  UpgradeEmailWallet: 'plain',
  AccountSettings: 'plain',
  Account: 'plain',
  Profile: 'plain',
  SwitchAddress: 'plain',
  AllWallets: 'plain',
  GetWallet: 'plain',
  Downloads: 'with-data',
  Networks: 'plain',
  SwitchNetwork: 'with-data',
  SwitchActiveChain: 'with-data',
  UnsupportedChain: 'plain',
  WhatIsANetwork: 'plain',
  WhatIsAWallet: 'plain',
};

const isAvailable = (name: unknown): name is AvailableViewName => typeof name === 'string' && Object.hasOwn(AVAILABLE_VIEWS, name);

const invalidView = (names: readonly string[]): LatchkeyError<'config/invalid-option'> =>
  new LatchkeyError('config/invalid-option', { field: 'view', fix: `use one of ${names.join(', ')}` });

const ALL_NAMES = Object.keys(AVAILABLE_VIEWS);
const PLAIN_NAMES = ALL_NAMES.filter((name) => isAvailable(name) && AVAILABLE_VIEWS[name] === 'plain');

/** Throws `config/invalid-option` unless a feature contributes this view. Apps without TypeScript may pass any name. */
export const assertAvailableView = (name: unknown): void => {
  if (!isAvailable(name)) throw invalidView(ALL_NAMES);
};

/** Throws `config/invalid-option` unless this is the name of a view that apps can open without data. */
export const assertPlainView = (name: unknown): void => {
  if (!isAvailable(name) || AVAILABLE_VIEWS[name] !== 'plain') throw invalidView(PLAIN_NAMES);
};
