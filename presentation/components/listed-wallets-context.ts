import { createContext } from 'react';
import type { DirectoryWallet } from '../../domain/directory/directory-wallet.js';

/** Wallets of the directory in the same list, to find those that look alike. */
export const ListedWalletsContext = createContext<readonly DirectoryWallet[]>([]);
