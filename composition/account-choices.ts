import { ChooseAccounts } from '../application/account/choose-accounts.use-case.js';
import { SwitchAccount } from '../application/account/switch-account.use-case.js';
import type { ConnectWallet } from '../application/connect/connect-wallet.use-case.js';
import { ConnectWallets } from '../application/connect/connect-wallets.use-case.js';
import type { ConnectionStore } from '../application/connect/connection.store.js';
import type { ConnectionMemory } from '../application/connect/connection-memory.js';
import { SwitchNamespace } from '../application/network/switch-namespace.use-case.js';

/** What chooses among accounts and namespaces: of no use before the modal is open, so it comes with the first of them. */
export const accountChoices = (connect: ConnectWallet, connections: ConnectionStore, memory: ConnectionMemory) => ({
  connectWallets: new ConnectWallets(connect, connections),
  switchNamespace: new SwitchNamespace(connections),
  switchAccount: new SwitchAccount(connections, memory),
  chooseAccounts: new ChooseAccounts(connections),
});
