import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ScrollPace } from '../../../presentation/components/scroll-pace.js';

const FRAME_MS = 16;

/** Scrolls a number of frames at a speed, in px per frame. */
const scroll = (pace: ScrollPace, pxPerFrame: number, frames: number): void => {
  for (let frame = 1; frame <= frames; frame += 1) pace.scrolled(frame * pxPerFrame, frame * FRAME_MS);
};

/** Rows that start and are cleaned up. */
const rowsOf = (pace: ScrollPace) => {
  const running = new Set<string>();
  const start = (name: string): (() => void) =>
    pace.whenCalm(() => {
      running.add(name);
      return () => running.delete(name);
    });
  return { running, start };
};

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a list that scrolls fast', () => {
  it('starts only the rows that are left when it is calm again', () => {
    const pace = new ScrollPace();
    const { running, start } = rowsOf(pace);
    start('before');
    scroll(pace, 50, 3);
    const leave = start('passed');
    const leaveShown = start('shown');
    expect([...running]).toEqual(['before']);
    leave();
    scroll(pace, 50, 2);
    vi.advanceTimersByTime(119);
    expect([...running]).toEqual(['before']);
    vi.advanceTimersByTime(1);
    expect([...running]).toEqual(['before', 'shown']);
    leaveShown();
    expect([...running]).toEqual(['before']);
  });

  it('holds nothing back while the user reads on, and after a single jump', () => {
    const pace = new ScrollPace();
    const { running, start } = rowsOf(pace);
    scroll(pace, 10, 20);
    start('read');
    pace.scrolled(5_000, 20_000);
    start('jumped');
    expect([...running]).toEqual(['read', 'jumped']);
  });

  it('starts nothing after it is gone', () => {
    const pace = new ScrollPace();
    const { running, start } = rowsOf(pace);
    scroll(pace, 50, 3);
    start('waiting');
    pace.dispose();
    vi.runAllTimers();
    expect([...running]).toEqual([]);
  });
});
