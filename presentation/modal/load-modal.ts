import type { Latchkey } from '../../application/latchkey.js';
import type { MountedModal, MountModalOptions } from './mount-modal.js';

/**
 * Fetches the stock modal and mounts it: for hosts that put it in a place of their own (`disableAppend`,
 * `enableEmbedded`), and for pages without React components of their own. `LatchkeyProvider` does this by itself.
 * @example const { unmount } = await mountModal(latchkey, { container: document.body });
 */
export const mountModal = async (client: Latchkey, options: MountModalOptions = {}): Promise<MountedModal> =>
  (await import('./mount-modal.js')).mountModal(client, options);
