import type { ChainId } from '../caip/caip-2.js';
import type { AssetId } from '../caip/caip-19.js';
import type { Namespace } from '../caip/namespace.js';
import type { DirectoryWallet } from '../directory/directory-wallet.js';
import type { SocialLoginProvider } from '../options/socials.js';

/** Data of each view. `undefined` if a view needs none. */
export interface ViewData {
  Connect: undefined;
  Create: undefined;
  ConnectWallets: undefined;
  ConnectSocials: undefined;
  ConnectingExternal: { readonly namespace: Namespace; readonly connectorId: string };
  /** `walletId` is `null` for any wallet. `wallet` is set if it is already loaded. */
  ConnectingWalletConnect: { readonly walletId: string | null; readonly wallet?: DirectoryWallet };
  ConnectingWalletConnectBasic: undefined;
  ConnectingMultiChain: { readonly connectorIds: readonly { readonly namespace: Namespace; readonly connectorId: string }[] };
  /** `resultUri` is the result of a login that continued in this tab. */
  ConnectingSocial: { readonly provider: SocialLoginProvider; readonly resultUri?: string };
  ConnectingFarcaster: undefined;
  ConnectingSiwe: undefined;
  SIWXSignMessage: undefined;
  ApproveTransaction: undefined;
  Account: undefined;
  AccountSettings: undefined;
  Profile: undefined;
  SwitchAddress: undefined;
  ChooseAccountName: undefined;
  RegisterAccountName: undefined;
  RegisterAccountNameSuccess: undefined;
  AllWallets: undefined;
  GetWallet: undefined;
  Downloads: { readonly walletId: string; readonly wallet?: DirectoryWallet };
  Networks: undefined;
  SwitchNetwork: { readonly chainId: ChainId };
  SwitchActiveChain: { readonly chainId: ChainId };
  /** `swap`: the app supports the network, which only has no swaps. */
  UnsupportedChain: { readonly swap: boolean } | undefined;
  WhatIsANetwork: undefined;
  WhatIsAWallet: undefined;
  WhatIsABuy: undefined;
  Tokens: undefined;
  /** `asset` is `null` for the network's coin. */
  TokenDetails: { readonly asset: AssetId | null };
  HiddenTokens: undefined;
  Transactions: undefined;
  Nfts: undefined;
  OnRampProviders: undefined;
  OnRampActivity: undefined;
  OnRampTokenSelect: undefined;
  OnRampFiatSelect: undefined;
  BuyInProgress: undefined;
  /** `email` is set if the user has typed it already: a code is requested at once. */
  EmailLogin: { readonly email: string } | undefined;
  EmailVerifyOtp: { readonly email: string };
  EmailVerifyDevice: { readonly email: string };
  UpdateEmailWallet: undefined;
  UpdateEmailPrimaryOtp: { readonly email: string; readonly newEmail: string };
  UpdateEmailSecondaryOtp: { readonly email: string; readonly newEmail: string };
  UpgradeEmailWallet: undefined;
  WalletReceive: undefined;
  WalletCompatibleNetworks: undefined;
  WalletSend: undefined;
  WalletSendPreview: undefined;
  WalletSendSelectToken: undefined;
  Swap: undefined;
  SwapSelectToken: { readonly target: 'sourceToken' | 'toToken' };
  SwapPreview: undefined;
  SmartSessionCreated: undefined;
  SmartSessionList: undefined;
}

export type ViewName = keyof ViewData;

/** Views that no feature contributes yet. Apps cannot open them. Remove a view from this list when its feature is added. */
export type PlannedView = 'SmartSessionCreated' | 'SmartSessionList';

/** Views that a feature contributes. */
export type AvailableViewName = Exclude<ViewName, PlannedView>;

/** Views without data, which apps can open by name. */
export type PlainViewName = { [Name in AvailableViewName]: undefined extends ViewData[Name] ? Name : never }[AvailableViewName];

/** A view and its data. */
export type View = { readonly [Name in AvailableViewName]: { readonly name: Name; readonly data: ViewData[Name] } }[AvailableViewName];

/** Builds a view. @example view('Connect'); view('SwitchNetwork', { chainId }) */
export const view = <Name extends AvailableViewName>(
  ...[name, data]: undefined extends ViewData[Name] ? [name: Name, data?: ViewData[Name]] : [name: Name, data: ViewData[Name]]
  // Name and data match by construction, which TypeScript cannot infer through the generic.
): View => ({ name, data }) as View;

/** Tests for the view of a network that the app does not support, which can be left by choosing another network only. */
export const isUnsupportedNetworkView = (shown: View): boolean => shown.name === 'UnsupportedChain' && shown.data?.swap !== true;
