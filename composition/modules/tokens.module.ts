import type { ContainerModule } from 'inversify';
import { AddToken } from '../../application/balances/add-token.use-case.js';
import { AddedTokens } from '../../application/balances/added-tokens.js';
import {
  ADDED_TOKENS,
  ASSET_BALANCE_POLL,
  BALANCE_READER,
  HIDDEN_TOKENS,
  TOKEN_BALANCES_READER,
  TOKEN_POLL,
} from '../../application/balances/balances.tokens.js';
import { HiddenTokens } from '../../application/balances/hidden-tokens.js';
import { HideToken } from '../../application/balances/hide-token.use-case.js';
import { ReadToken } from '../../application/balances/read-token.use-case.js';
import { RefreshTokens } from '../../application/balances/refresh-tokens.use-case.js';
import { ShowToken } from '../../application/balances/show-token.use-case.js';
import { TokenPoll } from '../../application/balances/token.poll.js';
import { TokenBalancesReader } from '../../application/balances/token-balances.reader.js';
import { WalletAssets } from '../../application/balances/wallet-assets.js';
import { WatchTokens } from '../../application/balances/watch-tokens.use-case.js';
import { CONNECTION_STORE } from '../../application/connect/connection.store.js';
import { MODAL_STORE } from '../../application/modal/modal.store.js';
import { BLOCKCHAIN_API } from '../../application/ports/blockchain-api.port.js';
import { BROWSER } from '../../application/ports/browser.port.js';
import { CHAINS } from '../../application/ports/chain.port.js';
import { CLOCK } from '../../application/ports/clock.port.js';
import { STORAGE } from '../../application/ports/storage.port.js';
import { USE_CASES } from '../../application/use-cases.js';
import { defineDefaults, TRANSIENT } from '../wire.js';

/** The tokens of an account with their values. */
export const tokensModule = (): ContainerModule =>
  defineDefaults((wire) => {
    wire(
      TOKEN_BALANCES_READER,
      [CONNECTION_STORE, BLOCKCHAIN_API, MODAL_STORE, CLOCK],
      (connections, api, modal, clock) => new TokenBalancesReader(new WalletAssets(connections, clock), api, modal, clock),
    );
    wire(HIDDEN_TOKENS, [STORAGE], (storage) => new HiddenTokens(storage));
    wire(
      ADDED_TOKENS,
      [STORAGE, CHAINS, CONNECTION_STORE],
      (storage, chains, connections) => new AddedTokens(storage, chains, connections),
    );
    wire(
      TOKEN_POLL,
      [TOKEN_BALANCES_READER, ASSET_BALANCE_POLL, BALANCE_READER, HIDDEN_TOKENS, ADDED_TOKENS, CONNECTION_STORE, BROWSER, CLOCK],
      (reader, assets, balances, hidden, added, connections, browser, clock) =>
        new TokenPoll(reader, assets, balances, hidden, added, connections, browser, clock),
    );
    wire(USE_CASES.watchTokens, [TOKEN_POLL, CONNECTION_STORE], (poll, connections) => new WatchTokens(poll, connections), TRANSIENT);
    wire(USE_CASES.refreshTokens, [CONNECTION_STORE, TOKEN_POLL], (connections, poll) => new RefreshTokens(connections, poll), TRANSIENT);
    wire(USE_CASES.readToken, [CHAINS, CONNECTION_STORE], (chains, connections) => new ReadToken(chains, connections), TRANSIENT);
    wire(USE_CASES.addToken, [ADDED_TOKENS, HIDDEN_TOKENS], (added, hidden) => new AddToken(added, hidden), TRANSIENT);
    wire(USE_CASES.hideToken, [HIDDEN_TOKENS], (hidden) => new HideToken(hidden), TRANSIENT);
    wire(USE_CASES.showToken, [HIDDEN_TOKENS], (hidden) => new ShowToken(hidden), TRANSIENT);
  });
