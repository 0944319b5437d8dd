import type { ViewName } from '../../domain/router/views.js';
import { accountFeature } from './account.js';
import { composeFeatures, type Features, type ViewsOf } from './compose-features.js';
import { connectFeature } from './connect.js';
import { directoryFeature } from './directory.js';
import { networkFeature } from './network.js';
import { pairingFeature } from './pairing.js';

/** Views of the router that no feature contributes yet: Connect is shown instead. The feature that brings one takes it off this list. */
type Planned =
  | 'ConnectSocials'
  | 'ConnectingSocial'
  | 'ConnectingFarcaster'
  | 'ConnectingSiwe'
  | 'SIWXSignMessage'
  | 'ApproveTransaction'
  | 'ChooseAccountName'
  | 'RegisterAccountName'
  | 'RegisterAccountNameSuccess'
  | 'WhatIsABuy'
  | 'Transactions'
  | 'OnRampProviders'
  | 'OnRampActivity'
  | 'OnRampTokenSelect'
  | 'OnRampFiatSelect'
  | 'BuyInProgress'
  | 'EmailLogin'
  | 'EmailVerifyOtp'
  | 'EmailVerifyDevice'
  | 'UpdateEmailWallet'
  | 'UpdateEmailPrimaryOtp'
  | 'UpdateEmailSecondaryOtp'
  | 'UpgradeEmailWallet'
  | 'WalletReceive'
  | 'WalletCompatibleNetworks'
  | 'WalletSend'
  | 'WalletSendPreview'
  | 'WalletSendSelectToken'
  | 'Swap'
  | 'SwapSelectToken'
  | 'SwapPreview'
  | 'SmartSessionCreated'
  | 'SmartSessionList';

/** Every view of the router but the planned ones, and none of these. */
interface Complete {
  readonly views: ViewsOf<Exclude<ViewName, Planned>> & { readonly [Name in Planned]?: never };
}

/** The features of the stock modal. Adding one: its file beside this one, its texts in `messages/en`, its name here. */
export const FEATURES: Features = composeFeatures([
  connectFeature,
  pairingFeature,
  directoryFeature,
  accountFeature,
  networkFeature,
]) satisfies Complete;
