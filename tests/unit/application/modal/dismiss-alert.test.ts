import { describe, expect, it } from 'vitest';
import { NETWORK_NOT_FOUND } from '../../../../domain/modal/alerts.js';
import { record, world } from '../support/world.js';

describe('DismissAlert', () => {
  it('closes the alert bar when somebody subscribes', () => {
    const here = world({ options: { debug: true } });
    here.modal.alert(NETWORK_NOT_FOUND);
    const dismiss = here.useCases.dismissAlert.execute();
    expect(here.modal.snapshot.alert.open).toBe(true);
    expect(record(dismiss)).toMatchObject({ values: [{ status: 'pending' }, { status: 'success', result: undefined }], end: 'complete' });
    expect(here.modal.snapshot.alert.open).toBe(false);
  });
});
