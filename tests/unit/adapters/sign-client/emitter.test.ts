import { EventEmitter } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { Emitter } from '../../../../adapters/sign-client/emitter.js';

type AnyListener = (...args: unknown[]) => unknown;

interface AnyEmitter {
  on(event: string, listener: AnyListener): AnyEmitter;
  once(event: string, listener: AnyListener): AnyEmitter;
  off(event: string, listener: AnyListener): AnyEmitter;
  prependListener(event: string, listener: AnyListener): AnyEmitter;
  prependOnceListener(event: string, listener: AnyListener): AnyEmitter;
  removeAllListeners(event?: string): AnyEmitter;
  emit(event: string, ...args: unknown[]): boolean;
  listenerCount(event: string): number;
  listeners(event: string): unknown[];
  eventNames(): unknown[];
}

/** Runs a sequence of calls. Returns the received events and results. */
const runCalls = (emitter: AnyEmitter): readonly unknown[] => {
  const log: unknown[] = [];
  const first: AnyListener = (...args: unknown[]) => log.push(['first', ...args]);
  const second: AnyListener = (...args: unknown[]) => log.push(['second', ...args]);
  log.push(emitter.emit('a', 1));
  emitter.on('a', first).once('a', second);
  log.push(emitter.emit('a', 2, 'x'), emitter.emit('a', 3));
  emitter.on('a', first).on('a', second).prependListener('a', second).prependOnceListener('b', first);
  log.push(emitter.emit('a', 4), emitter.listenerCount('a'), emitter.eventNames());
  emitter.off('a', first).off('a', () => undefined);
  log.push(emitter.emit('a', 5), emitter.emit('b', 6), emitter.emit('b', 7), emitter.listeners('a').length);
  emitter.on('c', () => emitter.off('c', first)).on('c', first);
  log.push(emitter.emit('c', 8), emitter.emit('c', 9));
  emitter.removeAllListeners('a');
  log.push(emitter.emit('a', 10), emitter.eventNames());
  emitter.removeAllListeners();
  log.push(emitter.eventNames());
  return log;
};

describe('Emitter', () => {
  it('behaves like Node’s EventEmitter', () => {
    expect(runCalls(new Emitter())).toEqual(runCalls(new EventEmitter()));
  });

  it('does not throw for an error event without listeners', () => {
    expect(new Emitter().emit('error', new Error('no listener'))).toBe(false);
  });

  it('calls every listener even if one throws, and rethrows the error in a microtask', async () => {
    const thrown: unknown[] = [];
    vi.stubGlobal('queueMicrotask', (act: () => void) => {
      try {
        act();
      } catch (error) {
        thrown.push(error);
      }
    });
    const emitter = new Emitter();
    const second = vi.fn();
    const fault = new Error('listener failed');
    emitter
      .on('a', () => {
        throw fault;
      })
      .on('a', second);
    expect(emitter.emit('a', 1)).toBe(true);
    expect(second).toHaveBeenCalledWith(1);
    expect(thrown).toEqual([fault]);
  });
});
