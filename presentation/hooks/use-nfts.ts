import { useCallback } from 'react';
import type { Latchkey } from '../../application/latchkey.js';
import type { WatchNftsInput } from '../../application/nfts/watch-nfts.use-case.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import { INITIAL_NFTS, type NftsState } from '../../domain/tokens/nfts-state.js';
import { useLatchkeyContext } from './use-latchkey.js';
import { useObservable, type Watched } from './use-observable.js';
import { useRuns } from './use-runs.js';
import type { NamespaceInput } from './watch-connection.js';

/** The NFTs of the connected account. */
export interface Nfts extends NftsState {
  /** Loads the next page, or the failed one again. Does nothing while a page is loading. Ends with the component. */
  readonly loadMore: () => void;
}

const inputOf = (namespace: Namespace | undefined): WatchNftsInput => (namespace === undefined ? {} : { namespace });

const watch = ({ useCases: { watchNfts } }: Latchkey, namespace: Namespace | undefined): Watched<NftsState> => {
  const input = inputOf(namespace);
  return { current: () => watchNfts.current(input), changes: watchNfts.execute(input), serverValue: INITIAL_NFTS };
};

/**
 * Returns the NFTs of the connected account on its network, without those that the service marks as spam. The first page is read after
 * mounting, and again when the account or its network changes.
 * @example const { nfts, isEmpty, pending, hasMore, isSupported, error, loadMore } = useNfts();
 */
export const useNfts = ({ namespace }: NamespaceInput = {}): Nfts => {
  const { client } = useLatchkeyContext('useNfts');
  const state = useObservable('useNfts', watch, namespace);
  const run = useRuns();
  const loadMore = useCallback(() => run(client.useCases.loadMoreNfts.execute(inputOf(namespace))), [client, namespace, run]);
  return { ...state, loadMore };
};
