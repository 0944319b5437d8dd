import { SignMessage } from '../../application/account/sign-message.use-case.js';
import { SignTypedData } from '../../application/account/sign-typed-data.use-case.js';
import { WatchAccount } from '../../application/account/watch-account.use-case.js';
import { BALANCE_READER, BalanceReader } from '../../application/balances/balance.reader.js';
import { RefreshBalance } from '../../application/balances/refresh-balance.use-case.js';
import { WatchBalance } from '../../application/balances/watch-balance.use-case.js';
import { CONNECTION_STORE } from '../../application/connect/connection.store.js';
import { AddNetwork } from '../../application/network/add-network.use-case.js';
import { SwitchNetwork } from '../../application/network/switch-network.use-case.js';
import { BROWSER } from '../../application/ports/browser.port.js';
import { CHAINS } from '../../application/ports/chain.port.js';
import { CLOCK } from '../../application/ports/clock.port.js';
import { SendTransaction } from '../../application/send/send-transaction.use-case.js';
import { EVENT_BUS } from '../../application/shared/event-bus.js';
import { USE_CASES } from '../../application/use-cases.js';
import { defineModule, type LatchkeyModule, TRANSIENT } from '../wire.js';

/** What a connected account can do: sign, send, move to another network, show its balance. */
export const accountModule = (): LatchkeyModule =>
  defineModule((wire) => {
    wire(
      BALANCE_READER,
      [CHAINS, CONNECTION_STORE, BROWSER, CLOCK],
      (chains, connections, browser, clock) => new BalanceReader(chains, connections, browser, clock),
    );
    wire(USE_CASES.watchAccount, [CONNECTION_STORE], (connections) => new WatchAccount(connections), TRANSIENT);
    wire(
      USE_CASES.watchBalance,
      [CONNECTION_STORE, BALANCE_READER],
      (connections, balances) => new WatchBalance(connections, balances),
      TRANSIENT,
    );
    wire(
      USE_CASES.refreshBalance,
      [CONNECTION_STORE, BALANCE_READER],
      (connections, balances) => new RefreshBalance(connections, balances),
      TRANSIENT,
    );
    wire(
      USE_CASES.switchNetwork,
      [CHAINS, CONNECTION_STORE, EVENT_BUS],
      (chains, connections, events) => new SwitchNetwork(chains, connections, events),
      TRANSIENT,
    );
    wire(USE_CASES.addNetwork, [CHAINS, CONNECTION_STORE], (chains, connections) => new AddNetwork(chains, connections), TRANSIENT);
    wire(USE_CASES.signMessage, [CONNECTION_STORE], (connections) => new SignMessage(connections), TRANSIENT);
    wire(USE_CASES.signTypedData, [CONNECTION_STORE], (connections) => new SignTypedData(connections), TRANSIENT);
    wire(
      USE_CASES.sendTransaction,
      [CHAINS, CONNECTION_STORE, BALANCE_READER],
      (chains, connections, balances) => new SendTransaction(chains, connections, balances),
      TRANSIENT,
    );
  });
