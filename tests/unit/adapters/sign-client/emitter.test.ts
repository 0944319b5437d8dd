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

/** What is heard, in order, of a play of calls. */
const heard = (emitter: AnyEmitter): readonly unknown[] => {
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

describe('the events of a client', () => {
  it('are those of an emitter in Node, call for call', () => {
    expect(heard(new Emitter())).toEqual(heard(new EventEmitter()));
  });

  it('do not throw for an error that nobody listens to: a page would end by it', () => {
    expect(new Emitter().emit('error', new Error('nobody hears it'))).toBe(false);
  });

  it('reach every listener, whatever another one throws, which is thrown again in a turn of its own', async () => {
    const thrown: unknown[] = [];
    vi.stubGlobal('queueMicrotask', (act: () => void) => {
      try {
        act();
      } catch (error) {
        thrown.push(error);
      }
    });
    const emitter = new Emitter();
    const later = vi.fn();
    const fault = new Error('a listener of the host');
    emitter
      .on('a', () => {
        throw fault;
      })
      .on('a', later);
    expect(emitter.emit('a', 1)).toBe(true);
    expect(later).toHaveBeenCalledWith(1);
    expect(thrown).toEqual([fault]);
  });
});
