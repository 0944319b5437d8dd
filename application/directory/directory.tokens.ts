import { token } from '../shared/token.js';
import type { DirectoryReader } from './directory.reader.js';
import type { RecentWallets } from './recent-wallets.js';
import type { WalletListReader } from './wallet-list.reader.js';
import type { WalletPictures } from './wallet-pictures.js';

/** Token of the reader of the wallet directory. */
export const DIRECTORY_READER = token<DirectoryReader>('DirectoryReader');

/** Token of the wallets that were used lately. */
export const RECENT_WALLETS = token<RecentWallets>('RecentWallets');

/** Token of the pictures of wallets. */
export const WALLET_PICTURES = token<WalletPictures>('WalletPictures');

/** Token of the reader of wallet lists. */
export const WALLET_LISTS = token<WalletListReader>('WalletListReader');
