import type { ContainerModule } from 'inversify';
import { AssetBalancePoll } from '../../application/balances/asset-balance.poll.js';
import { BalancePoll } from '../../application/balances/balance-poll.js';
import {
  ASSET_BALANCE_POLL,
  BALANCE_READER,
  BALANCE_REFRESHER,
  TOKEN_BALANCES_READER,
  TOKEN_POLL,
} from '../../application/balances/balances.tokens.js';
import { ReadAccountBalances } from '../../application/balances/read-account-balances.use-case.js';
import { ReadBalanceBreakdown } from '../../application/balances/read-balance-breakdown.use-case.js';
import { RefreshTokens } from '../../application/balances/refresh-tokens.use-case.js';
import { TokenPoll } from '../../application/balances/token.poll.js';
import { TokenBalancesReader } from '../../application/balances/token-balances.reader.js';
import { WalletAssets } from '../../application/balances/wallet-assets.js';
import { WatchAssetBalances } from '../../application/balances/watch-asset-balances.use-case.js';
import { WatchTokens } from '../../application/balances/watch-tokens.use-case.js';
import { CONNECTION_STORE } from '../../application/connect/connection.store.js';
import { MODAL_STORE } from '../../application/modal/modal.store.js';
import { BLOCKCHAIN_API } from '../../application/ports/blockchain-api.port.js';
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
      TOKEN_BALANCES_READER,
      [CONNECTION_STORE, BLOCKCHAIN_API, MODAL_STORE, CLOCK],
      (connections, api, modal, clock) => new TokenBalancesReader(new WalletAssets(connections), api, modal, clock),
    );
    wire(
      TOKEN_POLL,
      [TOKEN_BALANCES_READER, ASSET_BALANCE_POLL, BALANCE_READER, CONNECTION_STORE, BROWSER, CLOCK],
      (reader, assets, balances, connections, browser, clock) => new TokenPoll(reader, assets, balances, connections, browser, clock),
    );
    wire(USE_CASES.watchTokens, [TOKEN_POLL, CONNECTION_STORE], (poll, connections) => new WatchTokens(poll, connections), TRANSIENT);
    wire(USE_CASES.refreshTokens, [CONNECTION_STORE, TOKEN_POLL], (connections, poll) => new RefreshTokens(connections, poll), TRANSIENT);
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
