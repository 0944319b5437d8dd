import { cleanup, fireEvent } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { Avatar } from '../../../presentation/components/avatar.js';
import { avatarBackground } from '../../../presentation/components/avatar-background.js';
import { PrerenderContext } from '../../../presentation/components/prerender-context.js';
import { actAndLoad } from '../hooks/support/connected.js';
import { fakeClient } from '../hooks/support/fake-client.js';
import { renderTree } from '../hooks/support/render-hooks.js';

afterEach(cleanup);

const INLINE = 'data:image/png;base64,AA==';
const REMOTE = 'https://pictures.example/a.png';

describe('Avatar', () => {
  const address = '0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb';

  it('is equal for an address in any letter case and differs for another address', () => {
    expect(avatarBackground(address)).toContain('radial-gradient');
    expect(avatarBackground(address)).toBe(avatarBackground(address.toLowerCase()));
    expect(avatarBackground(address)).not.toBe(avatarBackground('0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdc'));
  });

  it('is decorative and shows a profile picture if there is one, until it fails to load', () => {
    const { container } = renderTree(fakeClient().client, <Avatar address={address} image={INLINE} />);
    const picture = container.querySelector('img');
    expect(container.querySelector('.pic')?.getAttribute('aria-hidden')).toBe('true');
    expect([picture?.getAttribute('src'), picture?.getAttribute('alt')]).toEqual([INLINE, '']);
    if (picture !== null) fireEvent.error(picture);
    expect(container.querySelector('img')).toBeNull();
  });

  it('shows a remote picture from the image service only, with a project id or a service of the app', async () => {
    for (const [options, src] of [
      [{ projectId: 'test' }, `blob:fake/url/${REMOTE}`],
      [{ endpoints: { images: 'https://images.example' } }, `blob:fake/url/${REMOTE}`],
      [{}, undefined],
    ] as const) {
      const { client } = fakeClient({ options });
      const { container, unmount } = renderTree(client, <Avatar address={address} image={REMOTE} />);
      await actAndLoad(() => undefined);
      expect(container.querySelector('img')?.getAttribute('src')).toBe(src);
      unmount();
    }
  });

  it('fetches nothing in a prerender', async () => {
    const { client, directory } = fakeClient({ options: { projectId: 'test' } });
    renderTree(
      client,
      <PrerenderContext.Provider value={true}>
        <Avatar address={address} image={REMOTE} />
      </PrerenderContext.Provider>,
    );
    await actAndLoad(() => undefined);
    expect(directory.pictureKeys).toEqual([]);
  });
});
