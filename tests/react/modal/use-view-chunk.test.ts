import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { type ViewChunkTime, viewChunk } from '../../../presentation/features/feature.js';
import { useViewChunk } from '../../../presentation/modal/use-view-chunk.js';
import { drawn, settled } from '../support/render-modal.js';

afterEach(cleanup);

describe('useViewChunk', () => {
  const root = document.createElement('div').attachShadow({ mode: 'open' });
  const working = () => import('../../../presentation/views/inner-views.js');

  /** A chunk that is wanted at some time, and how often it was fetched. */
  const wanted = (time: ViewChunkTime) => {
    let asked = 0;
    const chunk = viewChunk('test', () => {
      asked += 1;
      return working();
    });
    const hook = renderHook((at: ViewChunkTime) => useViewChunk(root, at, chunk), { initialProps: time, reactStrictMode: true });
    return { ...hook, chunk, asked: () => asked };
  };

  it('fetches nothing before it is wanted', async () => {
    const { result, rerender, asked, chunk } = wanted('later');
    await drawn();
    expect([asked(), result.current.ready]).toEqual([0, false]);
    rerender('now');
    await settled(working);
    expect([result.current.ready, chunk.loaded()?.views]).toEqual([true, (await working()).views]);
    expect(root.adoptedStyleSheets).toHaveLength(2);
  });

  it('fetches soon what is not on screen: once a frame is drawn, and not at all if the modal closes before', async () => {
    const { result, rerender, asked } = wanted('soon');
    expect(asked()).toBe(0);
    rerender('later');
    await drawn();
    expect(asked()).toBe(0);
    rerender('soon');
    await drawn();
    await settled(working);
    expect([asked(), result.current.ready]).toEqual([1, true]);
  });

  it('says when the chunk did not come, and fetches it again on request', async () => {
    const answers = [() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')), working];
    const chunk = viewChunk('test', () => (answers.length > 1 ? answers.shift()! : working)());
    const { result } = renderHook(() => useViewChunk(root, 'now', chunk));
    await settled();
    expect([result.current.failed, result.current.ready]).toEqual([true, false]);
    await settled(() => result.current.retry());
    await settled(working);
    expect([result.current.failed, result.current.ready]).toEqual([false, true]);
  });
});
