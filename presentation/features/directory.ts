import { ListMemoryScope } from '../components/list-memory.js';
import { defineFeature, hasData, viewChunk } from './feature.js';
import { PAIRING_CHUNK } from './pairing-chunk.js';

/** The long list, which brings the virtual list: fetched when it is shown. */
const LIST_CHUNK = viewChunk('list', () => import('../views/list-views.js'));

/** Finds a wallet in the directory, and leads to a first one. */
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
  Scope: ListMemoryScope,
});
