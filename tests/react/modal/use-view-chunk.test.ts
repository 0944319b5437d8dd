import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { type ViewChunkTiming, viewChunk } from '../../../presentation/features/feature.js';
import { useViewChunk } from '../../../presentation/modal/use-view-chunk.js';
import { actAndFlush, nextFrame } from '../support/render-modal.js';

afterEach(cleanup);

describe('useViewChunk', () => {
  const root = document.createElement('div').attachShadow({ mode: 'open' });
  const working = () => import('../../../presentation/views/inner-views.js');

  /** Renders the hook with a chunk that counts its loads. */
  const renderChunk = (timing: ViewChunkTiming) => {
    let loads = 0;
    const chunk = viewChunk('test', () => {
      loads += 1;
      return working();
    });
    const hook = renderHook((current: ViewChunkTiming) => useViewChunk(root, current, chunk), {
      initialProps: timing,
      reactStrictMode: true,
    });
    return { ...hook, chunk, loadCount: () => loads };
  };

  it('fetches nothing on demand', async () => {
    const { result, rerender, loadCount, chunk } = renderChunk('on-demand');
    await nextFrame();
    expect([loadCount(), result.current.ready]).toEqual([0, false]);
    rerender('now');
    await actAndFlush(working);
    expect([result.current.ready, chunk.loaded()?.views]).toEqual([true, (await working()).views]);
    expect(root.adoptedStyleSheets).toHaveLength((await working()).styles.length);
  });

  it('fetches after the first frame, and not if the modal closes before', async () => {
    const { result, rerender, loadCount } = renderChunk('soon');
    expect(loadCount()).toBe(0);
    rerender('on-demand');
    await nextFrame();
    expect(loadCount()).toBe(0);
    rerender('soon');
    await nextFrame();
    await actAndFlush(working);
    expect([loadCount(), result.current.ready]).toEqual([1, true]);
  });

  it('returns a failure and fetches again on retry', async () => {
    const loaders = [() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')), working];
    const chunk = viewChunk('test', () => (loaders.length > 1 ? loaders.shift()! : working)());
    const { result } = renderHook(() => useViewChunk(root, 'now', chunk));
    await actAndFlush();
    expect([result.current.failed, result.current.ready]).toEqual([true, false]);
    await actAndFlush(() => result.current.retry());
    await actAndFlush(working);
    expect([result.current.failed, result.current.ready]).toEqual([false, true]);
  });
});
