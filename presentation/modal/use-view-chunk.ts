import { useEffect, useInsertionEffect, useState } from 'react';
import type { ViewChunk, ViewChunkTime } from '../features/feature.js';
import { adoptStyles } from '../theme/adopt-styles.js';
import { afterFirstFrame } from './after-first-frame.js';

/** A chunk of views on its way. */
export interface ViewChunkState {
  /** Its views can be drawn. */
  readonly ready: boolean;
  /** It could not be fetched. */
  readonly failed: boolean;
  readonly retry: () => void;
}

/** Fetches a chunk of views when it is `time` and puts their styles into the modal. Without a chunk there is nothing to wait for. */
export const useViewChunk = (root: ShadowRoot, time: ViewChunkTime, chunk: ViewChunk<never> | undefined): ViewChunkState => {
  const [settled, setSettled] = useState<{ readonly chunk: ViewChunk<never>; readonly failed: boolean } | null>(null);
  const loaded = chunk?.loaded() ?? null;
  const failed = loaded === null && settled?.chunk === chunk && settled?.failed === true;
  const due = loaded === null && !failed ? time : 'later';
  useEffect(() => {
    if (due === 'later' || chunk === undefined) return;
    let gone = false;
    const settle = (hasFailed: boolean): void => {
      if (!gone) setSettled({ chunk, failed: hasFailed });
    };
    const fetch = (): void => {
      chunk.load().then(
        () => settle(false),
        () => settle(true),
      );
    };
    const cancel = due === 'now' ? fetch() : afterFirstFrame(fetch);
    return () => {
      gone = true;
      cancel?.();
    };
  }, [due, chunk]);
  useInsertionEffect(() => {
    for (const css of loaded?.styles ?? []) adoptStyles(root, css);
  }, [root, loaded]);
  return { ready: chunk === undefined || loaded !== null, failed, retry: () => setSettled(null) };
};
