import { useEffect, useInsertionEffect, useState } from 'react';
import type { ViewChunk, ViewChunkTiming } from '../features/feature.js';
import { adoptStyles } from '../theme/adopt-styles.js';
import { afterFirstFrame } from './after-first-frame.js';

/** Loading state of a chunk. */
export interface ViewChunkState {
  /** Its views can be rendered. */
  readonly ready: boolean;
  /** Loading failed. */
  readonly failed: boolean;
  readonly retry: () => void;
}

/** Fetches a chunk of views according to its timing and adopts its styles. Without a chunk it is ready. */
export const useViewChunk = (root: ShadowRoot, timing: ViewChunkTiming, chunk: ViewChunk<never> | undefined): ViewChunkState => {
  const [settled, setSettled] = useState<{ readonly chunk: ViewChunk<never>; readonly failed: boolean } | null>(null);
  const loaded = chunk?.loaded() ?? null;
  const failed = loaded === null && settled?.chunk === chunk && settled?.failed === true;
  const dueTiming = loaded === null && !failed ? timing : 'on-demand';
  useEffect(() => {
    if (dueTiming === 'on-demand' || chunk === undefined) return;
    let isCancelled = false;
    const settle = (hasFailed: boolean): void => {
      if (!isCancelled) setSettled({ chunk, failed: hasFailed });
    };
    const loadChunk = (): void => {
      chunk.load().then(
        () => settle(false),
        () => settle(true),
      );
    };
    const cancel = dueTiming === 'now' ? loadChunk() : afterFirstFrame(loadChunk);
    return () => {
      isCancelled = true;
      cancel?.();
    };
  }, [dueTiming, chunk]);
  useInsertionEffect(() => {
    for (const css of loaded?.styles ?? []) adoptStyles(root, css);
  }, [root, loaded]);
  return { ready: chunk === undefined || loaded !== null, failed, retry: () => setSettled(null) };
};
