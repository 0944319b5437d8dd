import { describe, expect, it } from 'vitest';
import { RequestCache } from '../../../../application/directory/request-cache.js';
import { settle } from '../../../../application/ports/clock.fake.js';

/** Questions that are answered by hand. */
const asker = () => {
  const asked: { readonly signal: AbortSignal; readonly answer: (text: string) => void; readonly fail: (error: unknown) => void }[] = [];
  const ask = (signal: AbortSignal): Promise<string> =>
    new Promise((answer, fail) => {
      signal.addEventListener('abort', () => fail(signal.reason));
      asked.push({ signal, answer, fail });
    });
  return { asked, ask };
};
const outcome = (promise: Promise<unknown>): Promise<unknown> => promise.catch((error: unknown) => error);
const patient = (): AbortSignal => new AbortController().signal;

describe('RequestCache', () => {
  it('asks each question once, while it is under way and after', async () => {
    const answers = new RequestCache<string>();
    const { asked, ask } = asker();
    const both = [answers.get('a', patient(), ask), answers.get('a', patient(), ask)];
    expect([asked.length, answers.current('a')]).toEqual([1, undefined]);
    asked[0]?.answer('yes');
    expect(await Promise.all(both)).toEqual(['yes', 'yes']);
    expect([await answers.get('a', patient(), ask), answers.current('a'), asked.length]).toEqual(['yes', 'yes', 1]);
    void answers.get('b', patient(), ask);
    expect(asked).toHaveLength(2);
  });

  it('keeps no failure', async () => {
    const answers = new RequestCache<string>();
    const { asked, ask } = asker();
    const both = [outcome(answers.get('a', patient(), ask)), outcome(answers.get('a', patient(), ask))];
    asked[0]?.fail('no');
    expect(await Promise.all(both)).toEqual(['no', 'no']);
    const again = answers.get('a', patient(), ask);
    asked[1]?.answer('yes');
    expect(await again).toBe('yes');
  });

  it('lets one leave while the other waits on, and withdraws the question when both have left', async () => {
    const answers = new RequestCache<string>();
    const { asked, ask } = asker();
    const [first, second] = [new AbortController(), new AbortController()];
    const [a, b] = [outcome(answers.get('a', first.signal, ask)), outcome(answers.get('a', second.signal, ask))];
    first.abort('left');
    expect(await a).toBe('left');
    expect(asked[0]?.signal.aborted).toBe(false);
    second.abort('left too');
    expect(await b).toBe('left too');
    await settle();
    expect(asked[0]?.signal.aborted).toBe(true);
    const again = answers.get('a', patient(), ask);
    asked[1]?.answer('yes');
    expect(await again).toBe('yes');
  });

  it('asks nothing for who has left already', async () => {
    const { asked, ask } = asker();
    expect(await outcome(new RequestCache<string>().get('a', AbortSignal.abort('left'), ask))).toBe('left');
    expect(asked).toEqual([]);
  });
});
