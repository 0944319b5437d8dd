import { useEffect, useState } from 'react';
import { afterFirstFrame } from './after-first-frame.js';

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

/** When a chunk is to be fetched: at once, once the modal's first picture is drawn, or not yet. */
export type ViewChunkTime = 'now' | 'soon' | 'later';

/** Fetches a chunk of views with their styles when it is `time`; one that is there stays. */
export const useViewChunk = <Chunk extends ViewChunk>(
  root: ShadowRoot,
  time: ViewChunkTime,
  load: () => Promise<Chunk>,
): ViewChunkState<Chunk> => {
  const [{ views, failed }, setState] = useState<{ views: Chunk | null; failed: boolean }>({ views: null, failed: false });
  const due = views === null && !failed ? time : 'later';
  useEffect(() => {
    if (due === 'later') return;
    let gone = false;
    const fetch = (): void => {
      load().then(
        (loaded) => {
          loaded.adoptViewStyles(root);
          if (!gone) setState({ views: loaded, failed: false });
        },
        () => {
          if (!gone) setState({ views: null, failed: true });
        },
      );
    };
    const cancel = due === 'now' ? fetch() : afterFirstFrame(fetch);
    return () => {
      gone = true;
      cancel?.();
    };
  }, [due, root, load]);
  return { views, failed, retry: () => setState({ views: null, failed: false }) };
};
