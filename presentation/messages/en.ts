import { ERROR_MESSAGES } from '../../domain/errors/error-messages.js';
import { pageEn } from './page-en.js';

/** Words that depend on a count, by plural category. @see https://cldr.unicode.org/index/cldr-spec/plural-rules */
type Plural = { readonly one: string; readonly other: string };

const ENGLISH = new Intl.PluralRules('en');
const plural = (count: number, { one, other }: Plural): string => `${count} ${ENGLISH.select(count) === 'one' ? one : other}`;

/** The English texts of the modal and the buttons. Each other catalogue has the same shape. */
export const en = {
  ...pageEn,

  close: 'Close',
  back: 'Back',
  tryAgain: 'Try again',
  disconnect: 'Disconnect',
  disconnectFailed: ERROR_MESSAGES['connection/disconnect-failed'],
  networkNotFound: 'Network not found',
  loading: 'Loading…',
  dismiss: 'Dismiss',
  newTab: '(opens in a new tab)',
  offline: 'You are offline. Balances and networks wait for your connection.',
  viewFailed: 'This screen could not be loaded',
  viewFailedHint: 'Check your connection, then try again. If it stays away, reload the page.',

  titleConnectWallets: 'Connect wallet',
  titleAccount: 'Account',
  titleSettings: 'Settings',
  titleNetworks: 'Choose Network',
  titleWhatIsWallet: 'What is a wallet?',
  titleWhatIsNetwork: 'What is a network?',

  walletList: 'Wallets',
  walletsFound: (count: number) => `${plural(count, { one: 'wallet', other: 'wallets' })} found`,
  lookingForWallets: 'Looking for wallets',
  installed: 'installed',
  lookAlike: 'unverified',
  lookAlikeHint: 'Another wallet claims the same identity, or this one changed its picture. Pick it only if you know it is yours.',
  continueWithWallet: 'Continue with a wallet',
  noWallet: 'No wallet found',
  noWalletHint: 'A wallet is an app or a browser extension. Install one, reload this page, and it appears here by itself.',
  getWallet: 'Get a wallet',
  walletOff: 'No wallets here',
  walletOffHint: 'This site does not connect wallets at the moment.',
  /** `links` names the documents; the component turns each into a link. */
  acceptLegal: (links: string) => `I agree to the ${links}`,
  byConnecting: (links: string) => `By connecting you agree to the ${links}`,
  terms: 'terms of service',
  privacy: 'privacy policy',
  acceptFirst: 'Accept the terms to go on',

  openWallet: (name: string) => `Continue in ${name}`,
  openWalletHint: 'Approve the connection in the window your wallet opens.',
  walletSilent: 'No window? Click the icon of your wallet in the toolbar of the browser, and unlock it if it asks.',
  connected: (name: string) => `Connected to ${name}`,
  connectedHint: 'You are all set.',
  declined: 'You declined',
  declinedHint: 'Nothing was shared. Try again whenever you like.',
  requestPending: 'Your wallet is waiting',
  requestPendingHint: 'It already shows a request. Open the wallet, answer that one, then try again.',
  noAccounts: 'No account was shared',
  noAccountsHint: 'Choose at least one account for this site in your wallet, then try again.',
  walletLocked: 'Wallet locked',
  walletLockedHint: 'Unlock your wallet, or allow this site in its settings, then try again.',
  walletGone: 'Wallet not available',
  walletGoneHint: 'It may be turned off or was removed. Check the extensions of your browser and reload the page.',
  walletLost: 'The wallet lost its connection',
  walletLostHint: 'Wait a moment until it is back online, then try again.',
  connectCancelled: 'Connection cancelled',
  connectCancelledHint: 'Another connection was started, so this one ended.',
  connectFailed: 'Could not connect',
  connectFailedHint: 'The wallet answered with an error. Open it, then try again.',
  connectUnsupportedHint: 'This wallet cannot connect to this site. Choose another one.',
  connectLoadFailed: 'A part of this site did not load',
  connectLoadFailedHint: 'The wallet was not asked yet. Check your connection to the internet, then try again.',
  connectUnavailable: 'This site cannot connect wallets now',
  connectUnavailableHint: 'Something is missing on the side of the site, not in your wallet. Reload the page, or tell who runs it.',
  neverShare: 'Support never asks for your recovery words.',

  disconnected: 'Wallet disconnected',
  networkChanged: (name: string) => `Network is now ${name}`,

  copyAddress: 'Copy address',
  addressCopied: 'Address copied',
  copyFailed: ERROR_MESSAGES['browser/clipboard-unavailable'],
  explorer: (name: string) => `View on ${name}`,
  balanceFailed: ERROR_MESSAGES['balance/unavailable'],
  noBalance: 'Balance unavailable',
  retryBalance: 'Read the balance again',
  network: 'Network',
  wallet: 'Wallet',
  notConnected: 'No wallet is connected',
  notConnectedHint: 'Connect one to see your account here.',

  searchNetworks: 'Search networks',
  networkList: 'Networks',
  networksFound: (count: number) => `${plural(count, { one: 'network', other: 'networks' })} found`,
  noNetworks: 'No network found',
  noNetworksHint: (search: string) => `Nothing here is called “${search}”.`,
  clearSearch: 'Clear search',
  testnet: 'testnet',
  notApproved: 'not in wallet',

  switchApprove: 'Confirm in your wallet',
  switchApproveHint: (name: string) => `Your wallet asks whether it may move to ${name}.`,
  switchDeclined: 'The network was not changed',
  switchDeclinedHint: 'You declined in the wallet, so everything stays as it was.',
  switchUnsupported: 'Your wallet does not offer this network',
  switchUnsupportedHint: 'Add it in the settings of your wallet, or choose another network.',
  switchFailed: 'The network could not be changed',
  switchFailedHint: 'Something went wrong between the wallet and this site. Try again, or choose another network.',
  switched: (name: string) => `You are on ${name}`,

  unsupportedHint: 'This app does not work on the network of your wallet. Choose one that it supports.',

  walletIntro1: 'Holds your assets',
  walletIntro1Text: 'It keeps coins, tokens and collectibles in one place, and shows you what you own.',
  walletIntro2: 'Signs you in',
  walletIntro2Text: 'Your wallet answers for you on each site. No new password to think of.',
  walletIntro3: 'Asks you first',
  walletIntro3Text: 'Nothing moves until you approve it. Your keys stay with you alone.',
  networkIntro1: 'The road your coins travel',
  networkIntro1Text: 'A network is many computers that agree on who owns what. Each has a coin that pays for its use.',
  networkIntro2: 'Same address, separate worlds',
  networkIntro2Text: 'You can hold assets on several networks. What is on one does not show up on another by itself.',
  networkIntro3: 'Apps choose theirs',
  networkIntro3Text: 'An app lives on certain networks. Switching only tells your wallet where to look and where to act.',
  learnMore: 'Learn more',
};

/** A catalogue of texts. */
export type Messages = typeof en;
