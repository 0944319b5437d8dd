import type { LatchkeyError } from '../errors/latchkey-error.js';
import type { Nft } from './parse-nfts.js';

/** The NFTs of an account on one network, as far as they are loaded. */
export interface NftsState {
  /** In the order of the service, without spam. */
  readonly nfts: readonly Nft[];
  /** All pages are loaded, and there is no NFT to show. */
  readonly isEmpty: boolean;
  readonly pending: boolean;
  /** The service has more NFTs. */
  readonly hasMore: boolean;
  /** False: no service lists the NFTs of this network. */
  readonly isSupported: boolean;
  /** Of the last load. The NFTs loaded before stay. */
  readonly error: LatchkeyError | null;
}

export type NftsEvent =
  | { readonly type: 'requested' }
  | { readonly type: 'loaded'; readonly nfts: readonly Nft[]; readonly hasMore: boolean }
  | { readonly type: 'unsupported' }
  | { readonly type: 'failed'; readonly error: LatchkeyError }
  | { readonly type: 'cancelled' };

/** Nothing is loaded yet. */
export const INITIAL_NFTS: NftsState = { nfts: [], isEmpty: false, pending: false, hasMore: false, isSupported: true, error: null };

/** The state after an event. */
export const reduceNfts = (state: NftsState, event: NftsEvent): NftsState => {
  switch (event.type) {
    case 'requested':
      return { ...state, pending: true, error: null };
    case 'loaded': {
      const { nfts, hasMore } = event;
      return { ...INITIAL_NFTS, nfts, isEmpty: nfts.length === 0, hasMore };
    }
    case 'unsupported':
      return { ...INITIAL_NFTS, isSupported: false };
    case 'failed':
      return { ...state, pending: false, error: event.error };
    case 'cancelled':
      return { ...state, pending: false };
  }
};
