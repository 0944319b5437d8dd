import { describe, expect, it } from 'vitest';
import { NETWORK_IMAGE_IDS } from '../../../../domain/network/network-images.js';
import { clientFixture, record } from '../support/client-fixture.js';
import { flushed, flushResponses } from './directory-for-tests.js';

describe('WatchImage', () => {
  it.each([
    [{ kind: 'network', id: 137 } as const, { kind: 'asset', id: NETWORK_IMAGE_IDS[137] }],
    [{ kind: 'network', id: 424242, imageId: 'own' } as const, { kind: 'asset', id: 'own' }],
    [{ kind: 'token', id: 'USDC' } as const, { kind: 'token', id: 'USDC' }],
    [{ kind: 'currency', id: 'USD' } as const, { kind: 'currency', id: 'USD' }],
  ])('fetches the picture of %j once', async (image, key) => {
    const { useCases, directory } = clientFixture();
    const url = `blob:fake/${key.kind}/${key.id}`;
    expect((await flushed(record(useCases.watchImage.execute(image)))).values).toEqual([undefined, url]);
    expect([useCases.watchImage.current(image), record(useCases.watchImage.execute(image)).values]).toEqual([url, [url]]);
    expect(directory.pictureKeys).toEqual([key]);
  });

  it('emits a picture that is in its URL as it is', async () => {
    const { useCases, directory } = clientFixture();
    const image = { kind: 'url', id: 'data:image/png;base64,AA==' } as const;
    expect((await flushed(record(useCases.watchImage.execute(image)))).values).toEqual([image.id]);
    expect([useCases.watchImage.current(image), directory.pictureKeys]).toEqual([image.id, []]);
  });

  it('fetches nothing for a network that the service has no picture of', async () => {
    const { useCases, directory } = clientFixture();
    const run = record(useCases.watchImage.execute({ kind: 'network', id: 424242 }));
    await flushResponses();
    expect([run.values, run.end, directory.pictureKeys]).toEqual([[null], 'complete', []]);
  });

  it('emits null for a picture that cannot be fetched', async () => {
    const { useCases, directory } = clientFixture();
    directory.pictures = 'down';
    expect((await flushed(record(useCases.watchImage.execute({ kind: 'token', id: 'X' })))).values).toEqual([undefined, null]);
  });

  describe('of pictures by URL', () => {
    const pictureOf = (id: number) => ({ kind: 'url', id: `https://nft.example/${id}.png` }) as const;
    const blobOf = (id: number): string => `blob:fake/url/${pictureOf(id).id}`;
    const watching = ({ useCases }: ReturnType<typeof clientFixture>, id: number) =>
      flushed(record(useCases.watchImage.execute(pictureOf(id))));
    const showOnce = async (fixture: ReturnType<typeof clientFixture>, id: number) => {
      const run = await watching(fixture, id);
      run.cancel();
      return run;
    };

    it('keeps the 60 that were used last, and frees the others', async () => {
      const fixture = clientFixture();
      const { useCases, directory } = fixture;
      for (let id = 0; id < 60; id += 1) await showOnce(fixture, id);
      await flushed(record(useCases.watchImage.execute({ kind: 'token', id: 'USDC' })));
      expect(directory.releasedImages).toEqual([]);
      await showOnce(fixture, 0);
      await showOnce(fixture, 60);
      expect(directory.releasedImages).toEqual([blobOf(1)]);
      expect(useCases.watchImage.current(pictureOf(0))).toBe(blobOf(0));
      expect(useCases.watchImage.current(pictureOf(1))).toBeUndefined();
      expect((await showOnce(fixture, 1)).values).toEqual([undefined, blobOf(1)]);
    });

    it('frees none that someone watches, however many there are, and the oldest ones afterwards', async () => {
      const fixture = clientFixture();
      const { useCases, directory } = fixture;
      const runs = [];
      for (let id = 0; id < 62; id += 1) runs.push(await watching(fixture, id));
      const again = await watching(fixture, 0);
      runs[0]?.cancel();
      expect(directory.releasedImages).toEqual([]);
      expect([0, 61].map((id) => useCases.watchImage.current(pictureOf(id)))).toEqual([blobOf(0), blobOf(61)]);
      for (const run of runs) run.cancel();
      again.cancel();
      expect(directory.releasedImages).toEqual([blobOf(1), blobOf(2)]);
    });
  });
});
