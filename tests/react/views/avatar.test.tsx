import { cleanup, render } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { Avatar } from '../../../presentation/components/avatar.js';
import { avatarBackground } from '../../../presentation/components/avatar-background.js';

afterEach(cleanup);

describe('Avatar', () => {
  const address = '0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb';

  it('is equal for an address in any letter case and differs for another address', () => {
    expect(avatarBackground(address)).toContain('radial-gradient');
    expect(avatarBackground(address)).toBe(avatarBackground(address.toLowerCase()));
    expect(avatarBackground(address)).not.toBe(avatarBackground('0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdc'));
  });

  it('is decorative and shows a profile picture if there is one', () => {
    const { container } = render(<Avatar address={address} src="data:image/png;base64,AA==" />);
    expect(container.querySelector('.pic')?.getAttribute('aria-hidden')).toBe('true');
    expect(container.querySelector('img')?.getAttribute('alt')).toBe('');
  });
});
