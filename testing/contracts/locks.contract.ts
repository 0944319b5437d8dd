import type { Locks } from '../../application/ports/locks.port.js';
import { neverAborted, type TestApi } from './test-api.js';

/** Locks to test. */
export interface LocksHarness {
  readonly locks: Locks;
  /** Locks of another tab of the same site; absent if they are not shared by tabs. */
  otherTab?(): Locks;
}

/**
 * Contract of every `Locks`.
 * @example locksContract({ describe, it, expect }, 'FakeLocks', () => ({ locks: new FakeLocks() }));
 */
export const locksContract = ({ describe, it, expect }: TestApi, name: string, makeHarness: () => LocksHarness): void => {
  describe(`${name}: Locks contract`, () => {
    /** An action that runs until it is finished. */
    const makeAction = () => {
      let finish: (result: string) => void = () => undefined;
      let start: () => void = () => undefined;
      const started = new Promise<void>((resolve) => {
        start = resolve;
      });
      const action = (): Promise<string> => {
        start();
        return new Promise((resolve) => {
          finish = resolve;
        });
      };
      return { action, started, finish: (result: string) => finish(result) };
    };

    it('runs the actions of a name one after the other, in every tab', async () => {
      const { locks, otherTab } = makeHarness();
      const order: string[] = [];
      const record = (event: string) => async (): Promise<void> => {
        order.push(`${event} starts`);
        await Promise.resolve();
        order.push(`${event} ends`);
      };
      const other = otherTab?.() ?? locks;
      await Promise.all([locks.run('a', record('first'), neverAborted()), other.run('a', record('second'), neverAborted())]);
      expect(order).toEqual(['first starts', 'first ends', 'second starts', 'second ends']);
    });

    it('runs the actions of different names at the same time', async () => {
      const { locks } = makeHarness();
      const [first, second] = [makeAction(), makeAction()];
      const results = [locks.run('a', first.action, neverAborted()), locks.run('b', second.action, neverAborted())];
      await Promise.all([first.started, second.started]);
      first.finish('first');
      second.finish('second');
      expect(await Promise.all(results)).toEqual(['first', 'second']);
    });

    it('releases the lock when an action fails', async () => {
      const { locks } = makeHarness();
      const failed = await locks.run('a', () => Promise.reject(new Error('failed')), neverAborted()).catch(String);
      expect(failed).toBe('Error: failed');
      expect(await locks.run('a', async () => 'next', neverAborted())).toBe('next');
    });

    it('rejects a waiting action with the reason of the abort, and does not run it', async () => {
      const { locks } = makeHarness();
      const first = makeAction();
      const running = locks.run('a', first.action, neverAborted());
      await first.started;
      const controller = new AbortController();
      let isRun = false;
      const waiting = locks.run(
        'a',
        async () => {
          isRun = true;
        },
        controller.signal,
      );
      controller.abort('cancelled');
      expect(await waiting.catch((reason: unknown) => reason)).toBe('cancelled');
      first.finish('first');
      await running;
      await locks.run('a', async () => undefined, neverAborted());
      expect(isRun).toBe(false);
    });

    it('reports that it waits, in every tab, and nothing if the lock is free', async () => {
      const { locks, otherTab } = makeHarness();
      const other = otherTab?.() ?? locks;
      const first = makeAction();
      const waits: string[] = [];
      const running = locks.run('a', first.action, neverAborted(), () => waits.push('first'));
      await first.started;
      const waiting = other.run(
        'a',
        async () => waits.push('second runs'),
        neverAborted(),
        () => waits.push('second'),
      );
      while (waits.length === 0) await Promise.resolve();
      expect(waits).toEqual(['second']);
      first.finish('first');
      await Promise.all([running, waiting]);
      expect(waits).toEqual(['second', 'second runs']);
    });

    it('returns the result of a running action also after an abort', async () => {
      const { locks } = makeHarness();
      const action = makeAction();
      const controller = new AbortController();
      const running = locks.run('a', action.action, controller.signal);
      await action.started;
      controller.abort('cancelled');
      action.finish('done');
      expect(await running).toBe('done');
    });
  });
};
