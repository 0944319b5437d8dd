import { describe, expect, it } from 'vitest';
import { view } from '../../../../domain/router/views.js';
import { clientFixture, record } from '../support/client-fixture.js';

describe('WatchModal', () => {
  it('emits the current snapshot, then each change, matching the getter', () => {
    const fixture = clientFixture();
    const differing: unknown[] = [];
    fixture.useCases.watchModal.execute().subscribe((snapshot) => {
      if (snapshot !== fixture.useCases.watchModal.current()) differing.push(snapshot);
    });
    const run = record(fixture.useCases.watchModal.execute());
    fixture.modal.open(view('Networks'), null);
    fixture.modal.close();
    expect(run.values.map(({ modal, view: { name } }) => [modal.open, name])).toEqual([
      [false, 'Connect'],
      [true, 'Networks'],
      [false, 'Networks'],
    ]);
    expect(differing).toEqual([]);
  });

  it('completes when the client is disposed', () => {
    const fixture = clientFixture();
    const run = record(fixture.useCases.watchModal.execute());
    fixture.modal.dispose();
    expect(run.end).toBe('complete');
  });
});
