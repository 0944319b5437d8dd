import type { ReplacingWallet } from '../../domain/send/replacement.js';
import type { WalletSession } from '../ports/chain.port.js';

/** Replacements that the connected wallet of a namespace offers; `null` if there is none. */
export const replacingWallet = (session: WalletSession | null): ReplacingWallet | null =>
  session === null ? null : { accounts: session.accounts, canReplace: session.replaceTransaction !== undefined };
