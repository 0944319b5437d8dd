import { describe, expect, it } from 'vitest';
import { record, settled, world } from '../support/world.js';

describe('CopyText', () => {
  it('copies the text', async () => {
    const here = world();
    const run = await settled(record(here.useCases.copyText.execute({ text: '0xabc' })));
    expect(run).toMatchObject({
      values: [
        { status: 'pending', step: 'working' },
        { status: 'success', data: undefined },
      ],
      end: 'complete',
    });
    expect(here.browser.copied).toEqual(['0xabc']);
  });

  it('says so when the browser refuses', async () => {
    const here = world();
    here.browser.clipboard = 'unavailable';
    const run = await settled(record(here.useCases.copyText.execute({ text: '0xabc' })));
    expect(run.values.at(-1)).toMatchObject({
      status: 'error',
      error: { code: 'browser/clipboard-unavailable', message: 'Failed to copy' },
    });
    expect(run.end).toBe('complete');
  });
});
