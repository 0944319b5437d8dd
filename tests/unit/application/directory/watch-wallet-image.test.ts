import { describe, expect, it } from 'vitest';
import { clientFixture, record } from '../support/client-fixture.js';
import { flushed, flushResponses } from './directory-for-tests.js';

const DATA = 'data:image/png;base64,AA==';

describe('WatchWalletImage', () => {
  it('emits undefined, then the image, and the image immediately to later subscribers', async () => {
    const { useCases, directory } = clientFixture();
    const first = await flushed(record(useCases.watchWalletImage.execute({ image_id: 'a' })));
    expect([first.values, first.end]).toEqual([[undefined, 'blob:fake/wallet/a'], 'complete']);
    expect(useCases.watchWalletImage.current({ imageId: 'a' })).toBe('blob:fake/wallet/a');
    expect(record(useCases.watchWalletImage.execute({ imageId: 'a' })).values).toEqual(['blob:fake/wallet/a']);
    expect(directory.pictureKeys).toEqual([{ kind: 'wallet', id: 'a' }]);
  });

  it('fetches nothing for an inline image or without an image', async () => {
    const { useCases, directory } = clientFixture();
    const [drawn, none] = [record(useCases.watchWalletImage.execute({ image_url: DATA })), record(useCases.watchWalletImage.execute({}))];
    await flushResponses();
    expect([drawn.values, none.values, none.end]).toEqual([[DATA], [null], 'complete']);
    expect(directory.pictureKeys).toEqual([]);
  });

  it('shares one request and aborts it when the last subscriber unsubscribes', async () => {
    const { useCases, directory } = clientFixture();
    directory.responseTiming = 'manual';
    const [a, b] = [
      record(useCases.watchWalletImage.execute({ imageId: 'a' })),
      record(useCases.watchWalletImage.execute({ imageId: 'a' })),
    ];
    await flushResponses();
    expect(directory.waiting).toBe(1);
    a.cancel();
    await flushResponses();
    expect(directory.waiting).toBe(1);
    b.cancel();
    await flushResponses();
    expect(directory.waiting).toBe(0);
  });

  it('tries the image URL first, then the image id', async () => {
    const { useCases, directory } = clientFixture();
    directory.responseTiming = 'manual';
    directory.pictures = 'down';
    const run = await flushed(record(useCases.watchWalletImage.execute({ image_url: 'https://x.example/a.png', image_id: 'a' })));
    directory.pictures = 'working';
    directory.release();
    await flushResponses();
    directory.release();
    await flushResponses();
    expect(directory.pictureKeys).toEqual([
      { kind: 'url', id: 'https://x.example/a.png' },
      { kind: 'wallet', id: 'a' },
    ]);
    expect(run.values).toEqual([undefined, 'blob:fake/wallet/a']);
  });

  it('fetches a failed image again on the next subscription, also after a failed prefetch', async () => {
    const { useCases, directory, logger } = clientFixture();
    directory.pictures = 'down';
    const run = await flushed(record(useCases.watchWalletImage.execute({ imageId: 'a' })));
    expect([run.values, run.end]).toEqual([[undefined, null], 'complete']);
    expect(useCases.watchWalletImage.current({ imageId: 'a' })).toBeNull();
    expect(logger.entries.map(({ level }) => level)).toEqual(['debug']);
    directory.pictures = 'working';
    const again = await flushed(record(useCases.watchWalletImage.execute({ imageId: 'a' })));
    expect(again.values).toEqual([null, 'blob:fake/wallet/a']);
  });
});
