import type { ContainerModule } from 'inversify';
import { CONNECTION_STORE } from '../../application/connect/connection.store.js';
import { MODAL_STORE } from '../../application/modal/modal.store.js';
import { LoadMoreNfts } from '../../application/nfts/load-more-nfts.use-case.js';
import { NftsReader } from '../../application/nfts/nfts.reader.js';
import { NFTS_READER } from '../../application/nfts/nfts.tokens.js';
import { WatchNfts } from '../../application/nfts/watch-nfts.use-case.js';
import { BLOCKCHAIN_API } from '../../application/ports/blockchain-api.port.js';
import { USE_CASES } from '../../application/use-cases.js';
import { defineDefaults, TRANSIENT } from '../wire.js';

/** The NFTs of an account. */
export const nftsModule = (): ContainerModule =>
  defineDefaults((wire) => {
    wire(
      NFTS_READER,
      [BLOCKCHAIN_API, CONNECTION_STORE, MODAL_STORE],
      (api, connections, modal) => new NftsReader(api, connections, modal),
    );
    wire(USE_CASES.watchNfts, [NFTS_READER, CONNECTION_STORE], (reader, connections) => new WatchNfts(reader, connections), TRANSIENT);
    wire(
      USE_CASES.loadMoreNfts,
      [NFTS_READER, CONNECTION_STORE],
      (reader, connections) => new LoadMoreNfts(reader, connections),
      TRANSIENT,
    );
  });
