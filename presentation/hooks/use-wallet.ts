import { useRead } from './use-read.js';

/**
 * Reads a wallet by its id in the directory or in the app's custom wallets. `data` is `null` if there is none; nothing is read for `null`.
 * @example const { data: wallet, isPending } = useWallet(recent.id);
 */
export const useWallet = (id: string | null) => useRead('useWallet', ({ findWallet }) => findWallet, id === null ? null : { id });
