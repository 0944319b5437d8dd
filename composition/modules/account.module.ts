import { WatchAccount } from '../../application/account/watch-account.use-case.js';
import { BALANCE_READER, BalanceReader } from '../../application/balances/balance.reader.js';
import { RefreshBalance } from '../../application/balances/refresh-balance.use-case.js';
import { WatchBalance } from '../../application/balances/watch-balance.use-case.js';
import { CONNECTION_STORE } from '../../application/connect/connection.store.js';
import { CONNECTION_MEMORY } from '../../application/connect/connection-memory.js';
import { SwitchNetwork } from '../../application/network/switch-network.use-case.js';
import { BROWSER } from '../../application/ports/browser.port.js';
import { CHAINS } from '../../application/ports/chain.port.js';
import { CLOCK } from '../../application/ports/clock.port.js';
import { EVENT_BUS } from '../../application/shared/event-bus.js';
import { loadPart } from '../../application/shared/load-part.js';
import type { Token } from '../../application/shared/token.js';
import { USE_CASES } from '../../application/use-cases.js';
import { balancesLater } from '../balances-later.js';
import { type AnyUseCase, laterUseCase } from '../later-use-case.js';
import { defineModule, type LatchkeyModule, TRANSIENT } from '../wire.js';

/** What needs the person's consent in the wallet, and is fetched when it is wanted. */
const ACTIONS = ['addNetwork', 'signMessage', 'signTypedData', 'sendTransaction'] as const;
const APPROVE = { status: 'pending', step: 'approve-in-wallet' };
/** What chooses among accounts and namespaces, each with its first state. */
const CHOICES = {
  connectWallets: { status: 'pending', step: 'open-wallet', progress: [] },
  switchNamespace: { status: 'pending', step: 'working' },
  switchAccount: { status: 'pending', step: 'working' },
  chooseAccounts: APPROVE,
} as const;

/** What a connected account can do: sign, send, move to another network, show its balance. */
export const accountModule = (): LatchkeyModule =>
  defineModule((wire) => {
    wire(BALANCE_READER, [CHAINS, CONNECTION_STORE, BROWSER, CLOCK], (chains, connections, browser, clock) => {
      const keeper = balancesLater(connections, clock, async () => {
        const { BalancePoll } = await import('../../application/balances/balance-poll.js');
        return () => new BalancePoll(chains, connections, browser, clock);
      });
      return new BalanceReader(connections, keeper);
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
    for (const name of ACTIONS)
      wire(
        // One for all of them: each loads the action of its own name.
        USE_CASES[name] as Token<AnyUseCase>,
        [CHAINS, CONNECTION_STORE, BALANCE_READER],
        (...parts) =>
          laterUseCase(async () => {
            const { accountActions } = await loadPart('the code of a connected account', () => import('../account-actions.js'));
            return accountActions(...parts)[name];
          }, APPROVE),
        TRANSIENT,
      );
    for (const [name, first] of Object.entries(CHOICES))
      wire(
        // The keys of the table.
        USE_CASES[name as keyof typeof CHOICES] as Token<AnyUseCase>,
        [USE_CASES.connectWallet, CONNECTION_STORE, CONNECTION_MEMORY],
        (...parts) =>
          laterUseCase(async () => {
            const { accountChoices } = await loadPart('the code of several accounts', () => import('../account-choices.js'));
            return accountChoices(...parts)[name as keyof typeof CHOICES];
          }, first),
        TRANSIENT,
      );
  });
