import type { ContainerModule } from 'inversify';
import { BALANCE_READER, TOKEN_POLL } from '../../application/balances/balances.tokens.js';
import { CONNECTION_STORE } from '../../application/connect/connection.store.js';
import { MODAL_STORE } from '../../application/modal/modal.store.js';
import { BLOCKCHAIN_API } from '../../application/ports/blockchain-api.port.js';
import { BROWSER } from '../../application/ports/browser.port.js';
import { CHAINS } from '../../application/ports/chain.port.js';
import { CLOCK } from '../../application/ports/clock.port.js';
import { SENT_TRANSACTIONS } from '../../application/send/send.tokens.js';
import { EditSwap } from '../../application/swap/edit-swap.use-case.js';
import { SubmitSwap } from '../../application/swap/submit-swap.use-case.js';
import { SWAP_FORM, SWAP_QUOTES, SWAP_TOKEN_LIST } from '../../application/swap/swap.tokens.js';
import { SwapForm } from '../../application/swap/swap-form.js';
import { SwapQuotes } from '../../application/swap/swap-quotes.js';
import { SwapTokenList } from '../../application/swap/swap-token-list.js';
import { WatchSwap } from '../../application/swap/watch-swap.use-case.js';
import { USE_CASES } from '../../application/use-cases.js';
import { defineDefaults, TRANSIENT } from '../wire.js';

/** The form of a swap. */
export const swapModule = (): ContainerModule =>
  defineDefaults((wire) => {
    wire(SWAP_FORM, [CONNECTION_STORE], (connections) => new SwapForm(connections), { dispose: (form) => form.dispose() });
    wire(
      SWAP_TOKEN_LIST,
      [CONNECTION_STORE, BLOCKCHAIN_API, MODAL_STORE],
      (connections, api, modal) => new SwapTokenList(connections, api, modal),
    );
    wire(
      SWAP_QUOTES,
      [SWAP_FORM, TOKEN_POLL, BALANCE_READER, CONNECTION_STORE, CHAINS, BLOCKCHAIN_API, BROWSER, CLOCK],
      (form, tokens, balances, connections, chains, api, browser, clock) =>
        new SwapQuotes({ form, tokens, balances, connections, chains, api, browser, clock }),
    );
    wire(
      USE_CASES.watchSwap,
      [SWAP_FORM, SWAP_QUOTES, SWAP_TOKEN_LIST, TOKEN_POLL, BALANCE_READER, CONNECTION_STORE],
      (form, quotes, list, tokens, balances, connections) => new WatchSwap({ form, quotes, list, tokens, balances, connections }),
      TRANSIENT,
    );
    wire(
      USE_CASES.editSwap,
      [SWAP_FORM, SWAP_QUOTES, SWAP_TOKEN_LIST],
      (form, quotes, list) => new EditSwap({ form, quotes, list }),
      TRANSIENT,
    );
    wire(
      USE_CASES.submitSwap,
      [
        SWAP_FORM,
        SWAP_QUOTES,
        USE_CASES.watchSwap,
        BLOCKCHAIN_API,
        USE_CASES.sendTransaction,
        SENT_TRANSACTIONS,
        TOKEN_POLL,
        CONNECTION_STORE,
        CHAINS,
        CLOCK,
      ],
      (form, quotes, swap, api, sendTransaction, sent, tokens, connections, chains, clock) =>
        new SubmitSwap({ form, quotes, swap, api, sendTransaction, sent, tokens, connections, chains, clock }),
      TRANSIENT,
    );
  });
