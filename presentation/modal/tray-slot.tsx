import { type ComponentType, type ReactElement, useEffect, useInsertionEffect, useState } from 'react';
import { useHasInFlight } from '../hooks/use-has-in-flight.js';
import { useOptions } from '../hooks/use-options.js';
import { adoptStyles } from '../theme/adopt-styles.js';

interface TrayChunk {
  readonly Tray: ComponentType;
  readonly styles: readonly string[];
}

/** Kept for the other side of the dialog. */
let loaded: TrayChunk | null = null;

/**
 * The tray of transactions on their way, whose code is fetched with the first one. There is one inside the dialog and one outside; only
 * the `active` one has content. Without its code, the list of the app and the wallet still have the transactions.
 */
export const TraySlot = ({ root, active }: { readonly root: ShadowRoot; readonly active: boolean }): ReactElement | null => {
  const { features } = useOptions();
  const isNeeded = useHasInFlight() && features.transactionTray && active;
  const [chunk, setChunk] = useState(loaded);
  useEffect(() => {
    if (!isNeeded || chunk !== null) return;
    let isCancelled = false;
    import('../views/tray/tray.js').then(
      (module) => {
        loaded = module;
        if (!isCancelled) setChunk(module);
      },
      // Fetched again with the next opening or closing of the modal.
      () => undefined,
    );
    return () => {
      isCancelled = true;
    };
  }, [isNeeded, chunk]);
  useInsertionEffect(() => {
    for (const css of chunk?.styles ?? []) adoptStyles(root, css);
  }, [root, chunk]);
  return chunk === null || !isNeeded ? null : <chunk.Tray />;
};
