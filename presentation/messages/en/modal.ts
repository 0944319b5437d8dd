import { ERROR_MESSAGES } from '../../../domain/errors/error-messages.js';

const CHAIN_NAMES: ReadonlyMap<string, string> = new Map([
  ['eip155', 'EVM'],
  ['solana', 'Solana'],
  ['bip122', 'Bitcoin'],
  ['polkadot', 'Polkadot'],
]);

/** English texts: the modal itself, and what several features use. */
export const modalEn = {
  close: 'Close',
  back: 'Back',
  tryAgain: 'Try again',
  cancel: 'Cancel',
  goOn: 'Go on',
  loading: 'Loading…',
  dismiss: 'Dismiss',
  newTab: '(opens in a new tab)',
  learnMore: 'Learn more',
  offline: 'You are offline. Some things here wait until you are back.',
  viewFailed: 'This screen could not be loaded',
  viewFailedHint: 'Check your connection, then try again. If it stays away, reload the page.',
  copyFailed: ERROR_MESSAGES['browser/clipboard-unavailable'],
  clearSearch: 'Clear search',
  wallet: 'Wallet',
  chains: 'Chains',
  /** What people call a chain family; one that has no such name goes by its CAIP-2 namespace. */
  chainName: (namespace: string) => CHAIN_NAMES.get(namespace) ?? namespace,
};
