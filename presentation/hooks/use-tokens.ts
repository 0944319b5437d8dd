import { useCallback } from 'react';
import { NO_TOKENS, type TokensState } from '../../application/balances/tokens-state.js';
import type { Latchkey } from '../../application/latchkey.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import { useLatchkeyContext } from './use-latchkey.js';
import { useObservable, type Watched } from './use-observable.js';
import type { NamespaceInput } from './watch-connection.js';

/** The tokens of the connected account. */
export interface Tokens extends TokensState {
  /** Reads coin and tokens again, not from a cache. */
  readonly refetch: () => void;
}

const watch = ({ useCases: { watchTokens } }: Latchkey, namespace: Namespace | undefined): Watched<TokensState> => {
  const input = namespace === undefined ? {} : { namespace };
  return { current: () => watchTokens.current(input), changes: watchTokens.execute(input), serverValue: NO_TOKENS };
};

/**
 * Returns the coin and tokens of the connected account on its network with their values in US dollars: tokens of the option `tokens` first, then
 * those that the wallet or the blockchain API lists. Polls while mounted, and pauses while the page is hidden. A token that the user has hidden is
 * in `hidden`.
 * @example const { items, totalUsd, pending, error, refetch } = useTokens();
 */
export const useTokens = ({ namespace }: NamespaceInput = {}): Tokens => {
  const { client } = useLatchkeyContext('useTokens');
  const state = useObservable('useTokens', watch, namespace);
  const refetch = useCallback(
    () => void client.useCases.refreshTokens.execute(namespace === undefined ? {} : { namespace }).subscribe(),
    [client, namespace],
  );
  return { ...state, refetch };
};
