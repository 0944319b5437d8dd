import { describe, expect, it } from 'vitest';
import { view } from '../../../../domain/router/views.js';
import { record, world } from '../support/world.js';

describe('WatchModal', () => {
  it('gives the snapshot at once, then each change, and says what the getter says', () => {
    const here = world();
    const differing: unknown[] = [];
    here.useCases.watchModal.execute().subscribe((snapshot) => {
      if (snapshot !== here.useCases.watchModal.current()) differing.push(snapshot);
    });
    const seen = record(here.useCases.watchModal.execute());
    here.modal.open(view('Networks'), null);
    here.modal.close();
    expect(seen.values.map(({ modal, view: { name } }) => [modal.open, name])).toEqual([
      [false, 'Connect'],
      [true, 'Networks'],
      [false, 'Networks'],
    ]);
    expect(differing).toEqual([]);
  });

  it('ends when the client is disposed of', () => {
    const here = world();
    const seen = record(here.useCases.watchModal.execute());
    here.modal.dispose();
    expect(seen.end).toBe('complete');
  });
});
