import type { Latchkey } from '../../application/latchkey.js';
import { loadChunk } from '../../application/shared/load-chunk.js';
import type { MountedModal, MountModalOptions } from '../modal/mount-modal.js';

/**
 * Fetches and mounts the stock modal, for apps that choose its container (`disableAppend`, `enableEmbedded`) and for pages without React.
 * `LatchkeyProvider` does this automatically.
 * @throws LatchkeyError `browser/load-failed`, `config/dependency-missing` for `react` and `react-dom`
 * @example const { unmount } = await mountModal(latchkey, { container: document.body });
 */
export const mountModal = async (client: Latchkey, options: MountModalOptions = {}): Promise<MountedModal> =>
  (await loadChunk('the modal', () => import('../modal/mount-modal.js'))).mountModal(client, options);
