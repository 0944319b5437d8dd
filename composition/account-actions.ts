import { SignMessage } from '../application/account/sign-message.use-case.js';
import { SignTypedData } from '../application/account/sign-typed-data.use-case.js';
import type { BalanceReader } from '../application/balances/balance.reader.js';
import type { ConnectionStore } from '../application/connect/connection.store.js';
import { AddNetwork } from '../application/network/add-network.use-case.js';
import type { Chains } from '../application/ports/chain.port.js';
import { SendTransaction } from '../application/send/send-transaction.use-case.js';

/** What is asked of a connected wallet: of no use before the first click, so it comes with the first of them. */
export const accountActions = (chains: Chains, connections: ConnectionStore, balances: BalanceReader) => ({
  addNetwork: new AddNetwork(chains, connections),
  signMessage: new SignMessage(connections),
  signTypedData: new SignTypedData(connections),
  sendTransaction: new SendTransaction(chains, connections, balances),
});
