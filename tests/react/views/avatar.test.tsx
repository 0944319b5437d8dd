import { cleanup, render } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { paintOf } from '../../../presentation/components/address-paint.js';
import { Avatar } from '../../../presentation/components/avatar.js';

afterEach(cleanup);

describe('Avatar', () => {
  const address = '0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb';

  it('is the same for the same address in any spelling, and another for another one', () => {
    expect(paintOf(address)).toContain('radial-gradient');
    expect(paintOf(address)).toBe(paintOf(address.toLowerCase()));
    expect(paintOf(address)).not.toBe(paintOf('0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdc'));
  });

  it('is decorative, and gives way to a profile picture', () => {
    const { container } = render(<Avatar address={address} src="data:image/png;base64,AA==" />);
    expect(container.querySelector('.pic')?.getAttribute('aria-hidden')).toBe('true');
    expect(container.querySelector('img')?.getAttribute('alt')).toBe('');
  });
});
