import { describe, expect, it } from 'vitest';
import {
  INVALID_APP_CONFIGURATION,
  INVALID_PROJECT_ID,
  NETWORK_NOT_FOUND,
  PROJECT_ID_NOT_CONFIGURED,
} from '../../../../domain/modal/alerts.js';
import { world } from '../support/world.js';

describe('an alert', () => {
  it('shows in the bar and tells the way out to the log, where debug is on', () => {
    const { modal, logger } = world({ options: { debug: true } });
    modal.alert(PROJECT_ID_NOT_CONFIGURED);
    expect(modal.snapshot.alert).toMatchObject({ open: true, message: 'Project ID Not Configured', variant: 'error' });
    expect(logger.entries).toMatchObject([{ level: 'error', message: expect.stringContaining('set "projectId"') }]);
  });

  it('tells only the log where debug is off', () => {
    const { modal, logger } = world({ options: { debug: false } });
    modal.alert(INVALID_APP_CONFIGURATION);
    expect(modal.snapshot.alert.open).toBe(false);
    expect(logger.messages('error')).toEqual([expect.stringContaining('https://app.example')]);
  });

  it('is raised once, or again and again, as its kind says', () => {
    const { modal, logger } = world({ options: { debug: true } });
    modal.alert(INVALID_PROJECT_ID);
    modal.dismissAlert();
    modal.alert(INVALID_PROJECT_ID);
    expect(modal.snapshot.alert.open).toBe(false);
    expect(logger.entries).toHaveLength(1);
    modal.alert(NETWORK_NOT_FOUND);
    modal.dismissAlert();
    modal.alert(NETWORK_NOT_FOUND);
    expect(modal.snapshot.alert).toMatchObject({ open: true, message: 'Network Not Found' });
    expect(logger.entries).toHaveLength(3);
  });

  it('works where there is no page', () => {
    const { modal, logger, browser } = world();
    browser.location = null;
    modal.alert(INVALID_APP_CONFIGURATION);
    expect(logger.messages('error')[0]).toContain('unknown');
  });
});
