import { WatchAccount } from '../../application/account/watch-account.use-case.js';
import { BALANCE_READER, BalanceReader } from '../../application/balances/balance.reader.js';
import { RefreshBalance } from '../../application/balances/refresh-balance.use-case.js';
import { WatchBalance } from '../../application/balances/watch-balance.use-case.js';
import { CONNECTION_STORE } from '../../application/connect/connection.store.js';
import { CONNECTION_MEMORY } from '../../application/connect/connection-memory.js';
import { MODAL_STORE } from '../../application/modal/modal.store.js';
import { SwitchNetwork } from '../../application/network/switch-network.use-case.js';
import { BROWSER } from '../../application/ports/browser.port.js';
import { CHAINS } from '../../application/ports/chain.port.js';
import { CLOCK, type Clock } from '../../application/ports/clock.port.js';
import { LOGGER } from '../../application/ports/logger.port.js';
import { STORAGE } from '../../application/ports/storage.port.js';
import { EVENT_BUS } from '../../application/shared/event-bus.js';
import { OPTIONS } from '../../application/shared/options.store.js';
import type { Token } from '../../application/shared/token.js';
import { USE_CASES } from '../../application/use-cases.js';
import { ACCOUNT_LATER, AccountLater } from '../account-later.js';
import { balancesLater } from '../balances-later.js';
import { type AnyUseCase, laterUseCase } from '../later-use-case.js';
import { defineModule, type LatchkeyModule, TRANSIENT } from '../wire.js';

/** What is of no use before somebody is connected, each with what is told until its code has arrived. */
const APPROVE = { status: 'pending', step: 'approve-in-wallet' };
const WORK = { status: 'pending', step: 'working' };
const ACTIONS = {
  addNetwork: APPROVE,
  signMessage: APPROVE,
  signTypedData: APPROVE,
  verifyMessage: WORK,
  callWallet: APPROVE,
  sendTransaction: APPROVE,
  estimateFees: WORK,
  readAccountBalances: WORK,
  watchTransactions: [],
  watchAssetBalances: { balances: [], pending: false, error: null },
  resolveName: WORK,
  lookUpName: WORK,
  connectWallets: { status: 'pending', step: 'open-wallet', progress: [] },
  switchNamespace: WORK,
  switchAccount: WORK,
  chooseAccounts: APPROVE,
} as const;

/** A name of this tab: two tabs have one only if they begin in the same millisecond and draw the same number. */
const tabName = (clock: Clock): string => `${clock.now()}-${Math.random()}`;

/** What a connected account can do: sign, send, move to another network, show its balance. */
export const accountModule = (): LatchkeyModule =>
  defineModule((wire) => {
    wire(BALANCE_READER, [CHAINS, CONNECTION_STORE, BROWSER, CLOCK], (chains, connections, browser, clock) => {
      const keeper = balancesLater(connections, clock, async () => {
        const { BalancePoll } = await import('../../application/balances/balance-poll.js');
        return () => new BalancePoll(chains, connections, browser, clock, balances.together);
      });
      const balances = new BalanceReader(connections, keeper);
      return balances;
    });
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
    wire(
      ACCOUNT_LATER,
      [
        CHAINS,
        CONNECTION_STORE,
        CONNECTION_MEMORY,
        USE_CASES.connectWallet,
        BALANCE_READER,
        OPTIONS,
        STORAGE,
        MODAL_STORE,
        EVENT_BUS,
        CLOCK,
        LOGGER,
      ],
      (chains, connections, connectionMemory, connect, balances, options, storage, modal, events, clock, logger) =>
        new AccountLater({
          ...{ chains, connections, connectionMemory, connect, balances, options, storage, modal, events, clock, logger },
          tab: tabName(clock),
        }),
      { dispose: (later) => later.dispose() },
    );
    // The names are those of the table.
    for (const name of Object.keys(ACTIONS) as (keyof typeof ACTIONS)[])
      wire(
        // One for all of them: each loads the action of its own name.
        USE_CASES[name] as Token<AnyUseCase>,
        [ACCOUNT_LATER],
        (later) => laterUseCase(async () => (await later.load()).useCases[name], ACTIONS[name]),
        TRANSIENT,
      );
  });
