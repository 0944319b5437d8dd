import { token } from '../shared/token.js';
import type { DirectoryReader } from './directory.reader.js';
import type { RecentWallets } from './recent-wallets.js';
import type { WalletImages } from './wallet-images.js';
import type { WalletListReader } from './wallet-list.reader.js';

/** Token of the directory reader. */
export const DIRECTORY_READER = token<DirectoryReader>('DirectoryReader');

/** Token of the recent wallets. */
export const RECENT_WALLETS = token<RecentWallets>('RecentWallets');

/** Token of the wallet images. */
export const WALLET_IMAGES = token<WalletImages>('WalletImages');

/** Token of the wallet list reader. */
export const WALLET_LISTS = token<WalletListReader>('WalletListReader');
