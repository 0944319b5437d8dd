import type { ContainerModule } from 'inversify';
import { AssetBalancePoll } from '../../application/balances/asset-balance.poll.js';
import { BalancePoll } from '../../application/balances/balance-poll.js';
import { ASSET_BALANCE_POLL, BALANCE_READER, BALANCE_REFRESHER } from '../../application/balances/balances.tokens.js';
import { ReadAccountBalances } from '../../application/balances/read-account-balances.use-case.js';
import { ReadBalanceBreakdown } from '../../application/balances/read-balance-breakdown.use-case.js';
import { WatchAssetBalances } from '../../application/balances/watch-asset-balances.use-case.js';
import { CONNECTION_STORE } from '../../application/connect/connection.store.js';
import { BROWSER } from '../../application/ports/browser.port.js';
import { CHAINS } from '../../application/ports/chain.port.js';
import { CLOCK } from '../../application/ports/clock.port.js';
import { OPTIONS } from '../../application/shared/options.store.js';
import { USE_CASES } from '../../application/use-cases.js';
import { defineDefaults, TRANSIENT } from '../wire.js';

/** Reading and polling of balances. */
export const balancesModule = (): ContainerModule =>
  defineDefaults((wire) => {
    wire(
      BALANCE_REFRESHER,
      [CHAINS, CONNECTION_STORE, BROWSER, CLOCK, BALANCE_READER],
      (chains, connections, browser, clock, { batchReads }) => new BalancePoll(chains, connections, browser, clock, batchReads),
    );
    wire(
      ASSET_BALANCE_POLL,
      [CHAINS, CONNECTION_STORE, BALANCE_READER, OPTIONS, CLOCK],
      (chains, connections, balances, options, clock) => new AssetBalancePoll(chains, connections, balances, options, clock),
    );
    wire(
      USE_CASES.watchAssetBalances,
      [ASSET_BALANCE_POLL, CONNECTION_STORE],
      (poll, connections) => new WatchAssetBalances(poll, connections),
      TRANSIENT,
    );
    wire(
      USE_CASES.readBalanceBreakdown,
      [CHAINS, CONNECTION_STORE],
      (chains, connections) => new ReadBalanceBreakdown(chains, connections),
      TRANSIENT,
    );
    wire(
      USE_CASES.readAccountBalances,
      [CHAINS, CONNECTION_STORE],
      (chains, connections) => new ReadAccountBalances(chains, connections),
      TRANSIENT,
    );
  });
