import { describe, expect, it } from 'vitest';
import { clientFixture, record, settled } from '../support/client-fixture.js';

describe('CopyText', () => {
  it('copies the text', async () => {
    const fixture = clientFixture();
    const run = await settled(record(fixture.useCases.copyText.execute({ text: '0xabc' })));
    expect(run).toMatchObject({
      values: [
        { status: 'pending', step: 'working' },
        { status: 'success', data: undefined },
      ],
      end: 'complete',
    });
    expect(fixture.browser.copied).toEqual(['0xabc']);
  });

  it('fails when the browser refuses', async () => {
    const fixture = clientFixture();
    fixture.browser.clipboard = 'unavailable';
    const run = await settled(record(fixture.useCases.copyText.execute({ text: '0xabc' })));
    expect(run.values.at(-1)).toMatchObject({
      status: 'error',
      error: { code: 'browser/clipboard-unavailable', message: 'Failed to copy' },
    });
    expect(run.end).toBe('complete');
  });
});
