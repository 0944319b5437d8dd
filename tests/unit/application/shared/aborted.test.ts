import { describe, expect, it, vi } from 'vitest';
import { aborted } from '../../../../application/shared/aborted.js';

describe('aborted', () => {
  it('tells of the abort once, not before', () => {
    const controller = new AbortController();
    const hear = vi.fn();
    aborted(controller.signal).subscribe(hear);
    expect(hear).not.toHaveBeenCalled();
    controller.abort();
    expect(hear).toHaveBeenCalledTimes(1);
  });

  it('tells at once of a signal that is aborted already', () => {
    const hear = vi.fn();
    aborted(AbortSignal.abort()).subscribe(hear);
    expect(hear).toHaveBeenCalledTimes(1);
  });

  it('leaves no listener on the signal', () => {
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
