import { ListPositionScope } from '../components/list-position.js';
import { defineFeature, hasData, viewChunk } from './feature.js';
import { PAIRING_CHUNK } from './pairing-chunk.js';

/** The wallet grid with its virtual list, fetched when it is shown. */
const LIST_CHUNK = viewChunk('list', () => import('../views/list-views.js'));

/** Lists the wallets of the directory and helps to get a first one. */
export const directoryFeature = defineFeature({
  views: {
    AllWallets: { title: (m) => m.allWallets, chunk: LIST_CHUNK },
    Create: { title: (m) => m.titleCreate, chunk: PAIRING_CHUNK },
    GetWallet: { title: (m) => m.getWallet, chunk: PAIRING_CHUNK },
    Downloads: {
      title: (m, { wallet }) => (wallet === undefined ? m.getWallet : m.titleDownload(wallet.name)),
      guard: hasData,
      chunk: PAIRING_CHUNK,
    },
  },
  Scope: ListPositionScope,
});
