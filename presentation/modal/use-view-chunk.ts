import { useEffect, useState } from 'react';

/** What every chunk of views brings. */
interface ViewChunk {
  /** Puts the styles that only these views need into the modal. */
  readonly adoptViewStyles: (root: ShadowRoot) => void;
}

/** A chunk of views on its way. */
export interface ViewChunkState<Chunk> {
  readonly views: Chunk | null;
  /** The chunk could not be fetched. */
  readonly failed: boolean;
  readonly retry: () => void;
}

/** Fetches a chunk of views with their styles once they are `wanted`; one that is there stays. */
export const useViewChunk = <Chunk extends ViewChunk>(
  root: ShadowRoot,
  wanted: boolean,
  load: () => Promise<Chunk>,
): ViewChunkState<Chunk> => {
  const [{ views, failed }, setState] = useState<{ views: Chunk | null; failed: boolean }>({ views: null, failed: false });
  const missing = wanted && views === null && !failed;
  useEffect(() => {
    if (!missing) return;
    let gone = false;
    load().then(
      (loaded) => {
        loaded.adoptViewStyles(root);
        if (!gone) setState({ views: loaded, failed: false });
      },
      () => {
        if (!gone) setState({ views: null, failed: true });
      },
    );
    return () => {
      gone = true;
    };
  }, [missing, root, load]);
  return { views, failed, retry: () => setState({ views: null, failed: false }) };
};
