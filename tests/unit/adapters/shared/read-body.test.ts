import { describe, expect, it } from 'vitest';
import { readText } from '../../../../adapters/shared/read-body.js';

/** A body that comes in parts; counts what was taken of it. */
const bodyOf = (
  parts: readonly Uint8Array[],
): { readonly response: Response; readonly taken: () => number; readonly left: () => boolean } => {
  let taken = 0;
  let cancelled = false;
  const stream = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        const part = parts[taken];
        if (part === undefined) controller.close();
        else controller.enqueue(part);
        taken += 1;
      },
      cancel: () => {
        cancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { response: new Response(stream), taken: () => taken, left: () => cancelled };
};

describe('the text of an answer', () => {
  it('is put together over the borders of its parts', async () => {
    const bytes = new TextEncoder().encode('{"name":"Zürich"}');
    expect(await readText(bodyOf([bytes.subarray(0, 11), bytes.subarray(11)]).response)).toBe('{"name":"Zürich"}');
    expect(await readText(new Response(null))).toBe('');
  });

  it('is given up where it does not end, before it is in memory', async () => {
    const part = new Uint8Array(1_024).fill(32);
    const { response, taken, left } = bodyOf(Array.from({ length: 1_000 }, () => part));
    await expect(readText(response, 10_240)).rejects.toThrow('more than 10240 bytes');
    expect([taken(), left()]).toEqual([11, true]);
  });
});
