import { describe, expect, it } from 'vitest';
import { record, world } from '../support/world.js';
import { arrive, arrived } from './directory-for-tests.js';

const DATA = 'data:image/png;base64,AA==';

describe('WatchWalletImage', () => {
  it('gives nothing, then the picture, and the picture at once to who comes later', async () => {
    const { useCases, directory } = world();
    const first = await arrived(record(useCases.watchWalletImage.execute({ image_id: 'a' })));
    expect([first.values, first.end]).toEqual([[null, 'blob:fake/wallet/a'], 'complete']);
    expect(useCases.watchWalletImage.current({ imageId: 'a' })).toBe('blob:fake/wallet/a');
    expect(record(useCases.watchWalletImage.execute({ imageId: 'a' })).values).toEqual(['blob:fake/wallet/a']);
    expect(directory.pictureKeys).toEqual([{ kind: 'wallet', id: 'a' }]);
  });

  it('fetches nothing for a picture that is in the entry, nor where there is none', async () => {
    const { useCases, directory } = world();
    const [drawn, none] = [record(useCases.watchWalletImage.execute({ image_url: DATA })), record(useCases.watchWalletImage.execute({}))];
    await arrive();
    expect([drawn.values, none.values, none.end]).toEqual([[DATA], [null], 'complete']);
    expect(directory.pictureKeys).toEqual([]);
  });

  it('shares one question, and withdraws it when the last one has left', async () => {
    const { useCases, directory } = world();
    directory.answers = 'by-hand';
    const [a, b] = [
      record(useCases.watchWalletImage.execute({ imageId: 'a' })),
      record(useCases.watchWalletImage.execute({ imageId: 'a' })),
    ];
    await arrive();
    expect(directory.waiting).toBe(1);
    a.cancel();
    await arrive();
    expect(directory.waiting).toBe(1);
    b.cancel();
    await arrive();
    expect(directory.waiting).toBe(0);
  });

  it('tries the address of the entry first, then the id', async () => {
    const { useCases, directory } = world();
    directory.answers = 'by-hand';
    directory.pictures = 'down';
    const seen = await arrived(record(useCases.watchWalletImage.execute({ image_url: 'https://x.example/a.png', image_id: 'a' })));
    directory.pictures = 'working';
    directory.release();
    await arrive();
    directory.release();
    await arrive();
    expect(directory.pictureKeys).toEqual([
      { kind: 'url', id: 'https://x.example/a.png' },
      { kind: 'wallet', id: 'a' },
    ]);
    expect(seen.values).toEqual([null, 'blob:fake/wallet/a']);
  });

  it('keeps no failure: who needs the picture next asks again, also after a failed prefetch', async () => {
    const { useCases, directory, logger } = world();
    directory.pictures = 'down';
    const seen = await arrived(record(useCases.watchWalletImage.execute({ imageId: 'a' })));
    expect([seen.values, seen.end]).toEqual([[null], 'complete']);
    expect(logger.entries.map(({ level }) => level)).toEqual(['debug']);
    directory.pictures = 'working';
    const again = await arrived(record(useCases.watchWalletImage.execute({ imageId: 'a' })));
    expect(again.values).toEqual([null, 'blob:fake/wallet/a']);
  });
});
