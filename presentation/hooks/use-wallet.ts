import { useRead } from './use-read.js';

/**
 * Reads a wallet by its id in the directory, or among those that the app adds. `data` is `null` where there is none of this id; nothing is
 * read for `null`.
 * @example const { data: wallet, isPending } = useWallet(recent.id);
 */
export const useWallet = (id: string | null) => useRead('useWallet', ({ findWallet }) => findWallet, id === null ? null : { id });
