import { type ComponentType, type ReactElement, type RefObject, useEffect, useInsertionEffect, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useHasInFlight } from '../hooks/use-has-in-flight.js';
import { useOptions } from '../hooks/use-options.js';
import { adoptStyles } from '../theme/adopt-styles.js';

interface TrayChunk {
  readonly Tray: ComponentType;
  readonly styles: readonly string[];
}

/** Kept for the next mount. */
let loaded: TrayChunk | null = null;

interface TraySlotProps {
  readonly root: ShadowRoot;
  /** Element that has the tray: an open dialog makes everything outside inert. */
  readonly place: RefObject<HTMLElement | null>;
}

/**
 * The tray of transactions on their way, whose code is fetched with the first one. It moves to its place with its state: a wallet that is
 * asked for a replacement is not asked again. Without its code, the list of the app and the wallet still have the transactions.
 */
export const TraySlot = ({ root, place }: TraySlotProps): ReactElement | null => {
  const { features } = useOptions();
  const isNeeded = useHasInFlight() && features.transactionTray;
  const [chunk, setChunk] = useState(loaded);
  const [container, setContainer] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (!isNeeded || chunk !== null || place.current === null) return;
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
  }, [isNeeded, chunk, place]);
  useInsertionEffect(() => {
    for (const css of chunk?.styles ?? []) adoptStyles(root, css);
  }, [root, chunk]);
  useLayoutEffect(() => {
    const moved = container ?? root.ownerDocument.createElement('div');
    place.current?.append(moved);
    setContainer(moved);
  }, [root, place, container]);
  return chunk === null || !isNeeded || container === null ? null : createPortal(<chunk.Tray />, container);
};
