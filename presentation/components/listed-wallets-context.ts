import { createContext } from 'react';
import type { ListedWallet } from '../../domain/directory/is-lookalike.js';

/** Wallets of the directory and recent wallets in the same list, to find those that look alike. */
export const ListedWalletsContext = createContext<readonly ListedWallet[]>([]);
