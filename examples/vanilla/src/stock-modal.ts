import type { MountedModal } from 'latchkey/react';
import { latchkey } from './client.js';

let mounted: Promise<MountedModal> | undefined;

/** Fetches the stock modal, and the React inside of it, and mounts it once. A fetch that failed can be tried again. */
export const loadModal = (): Promise<MountedModal> => {
  mounted ??= import('latchkey/react')
    .then(({ mountModal }) => mountModal(latchkey))
    .catch((error: unknown) => {
      mounted = undefined;
      throw error;
    });
  return mounted;
};
