import { describe, expect, it, vi } from 'vitest';
import { aborted } from '../../../../application/shared/aborted.js';

describe('aborted', () => {
  it('emits once on abort, not before', () => {
    const controller = new AbortController();
    const next = vi.fn();
    aborted(controller.signal).subscribe(next);
    expect(next).not.toHaveBeenCalled();
    controller.abort();
    expect(next).toHaveBeenCalledTimes(1);
  });

  it('emits immediately if the signal is already aborted', () => {
    const next = vi.fn();
    aborted(AbortSignal.abort()).subscribe(next);
    expect(next).toHaveBeenCalledTimes(1);
  });

  it('removes its listener from the signal', () => {
    const { signal } = new AbortController();
    const add = vi.spyOn(signal, 'addEventListener');
    const remove = vi.spyOn(signal, 'removeEventListener');
    aborted(signal).subscribe().unsubscribe();
    expect(remove.mock.calls.map(([type, listener]) => [type, listener])).toEqual(
      add.mock.calls.map(([type, listener]) => [type, listener]),
    );
    expect(add).toHaveBeenCalledTimes(1);
  });
});
