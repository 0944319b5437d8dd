import { ERROR_MESSAGES } from '../../../domain/errors/error-messages.js';

const CHAIN_NAMES: ReadonlyMap<string, string> = new Map([
  ['eip155', 'EVM'],
  ['solana', 'Solana'],
  ['bip122', 'Bitcoin'],
  ['polkadot', 'Polkadot'],
]);

/** English texts of the modal itself and those that several features share. */
export const sharedEn = {
  close: 'Close',
  back: 'Back',
  tryAgain: 'Try again',
  cancel: 'Cancel',
  continueButton: 'Continue',
  loading: 'Loading…',
  dismiss: 'Dismiss',
  or: 'or',
  newTab: '(opens in a new tab)',
  learnMore: 'Learn more',
  offline: "You're offline. Some features are unavailable.",
  viewFailed: 'Failed to load this screen',
  viewFailedHint: 'Check your internet connection and try again, or reload the page.',
  copied: 'Copied',
  copyFailed: ERROR_MESSAGES['browser/clipboard-unavailable'],
  clearSearch: 'Clear search',
  wallet: 'Wallet',
  /** Replaces the name of an unnamed wallet within a sentence. */
  yourWallet: 'your wallet',
  chains: 'Chains',
  /** Returns the display name of a chain family, or its CAIP-2 namespace if it has none. */
  chainName: (namespace: string) => CHAIN_NAMES.get(namespace) ?? namespace,
  // Announcements.
  connected: (name: string) => `Connected to ${name}`,
  connectionLost: (name: string) => `Connection to ${name} lost`,
  disconnected: 'Wallet disconnected',
  networkChanged: (name: string) => `Network changed to ${name}`,
  accountChanged: (name: string) => `Account changed to ${name}`,
};
