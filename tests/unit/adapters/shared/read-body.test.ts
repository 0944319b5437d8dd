import { describe, expect, it } from 'vitest';
import { readText } from '../../../../adapters/shared/read-body.js';

/** A body in several chunks, which counts the chunks read. */
const bodyOf = (
  chunks: readonly Uint8Array[],
): { readonly response: Response; readonly readCount: () => number; readonly isCancelled: () => boolean } => {
  let readCount = 0;
  let cancelled = false;
  const stream = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        const chunk = chunks[readCount];
        if (chunk === undefined) controller.close();
        else controller.enqueue(chunk);
        readCount += 1;
      },
      cancel: () => {
        cancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { response: new Response(stream), readCount: () => readCount, isCancelled: () => cancelled };
};

describe('readText', () => {
  it('decodes characters that span chunks', async () => {
    const bytes = new TextEncoder().encode('{"name":"Zürich"}');
    expect(await readText(bodyOf([bytes.subarray(0, 11), bytes.subarray(11)]).response)).toBe('{"name":"Zürich"}');
    expect(await readText(new Response(null))).toBe('');
  });

  it('aborts an endless body before it is buffered', async () => {
    const chunk = new Uint8Array(1_024).fill(32);
    const { response, readCount, isCancelled } = bodyOf(Array.from({ length: 1_000 }, () => chunk));
    await expect(readText(response, 10_240)).rejects.toThrow('more than 10240 bytes');
    expect([readCount(), isCancelled()]).toEqual([11, true]);
  });
});
