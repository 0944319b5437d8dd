import { describe, expect, it } from 'vitest';
import { record, world } from '../support/world.js';

describe('ShowSnackbar', () => {
  it('does nothing before somebody subscribes', () => {
    const here = world();
    here.useCases.showSnackbar.execute({ message: 'Hello', variant: 'success' });
    expect(here.modal.snapshot.snackbar.open).toBe(false);
  });

  it('shows a message at once, and takes it away', () => {
    const here = world();
    expect(record(here.useCases.showSnackbar.execute({ message: 'Hello', variant: 'error' }))).toMatchObject({
      values: [
        { status: 'pending', step: 'working' },
        { status: 'success', result: undefined },
      ],
      end: 'complete',
    });
    expect(here.modal.snapshot.snackbar).toMatchObject({ open: true, message: 'Hello', variant: 'error' });
    record(here.useCases.showSnackbar.execute(null));
    expect(here.modal.snapshot.snackbar).toMatchObject({ open: false, message: '' });
    expect(here.clock.pending).toBe(0);
  });
});
