import { describe, expect, it } from 'vitest';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import { isPlainView, isShowable } from '../../../../domain/router/plain-views.js';
import { view } from '../../../../domain/router/views.js';

describe('a view that needs no data', () => {
  it.each(['Connect', 'Account', 'Networks', 'UnsupportedChain'])('is %s', (name) => {
    expect(isPlainView(name)).toBe(true);
  });

  it.each(['SwitchNetwork', 'ConnectingExternal', 'Downloads', 'constructor', 'connect', '', undefined])('is not %s', (name) => {
    expect(isPlainView(name)).toBe(false);
  });

  it('can be shown without them, and any other with them', () => {
    expect(isShowable(view('Networks'))).toBe(true);
    expect(isShowable(view('SwitchNetwork', { chainId: toChainId('eip155:1') }))).toBe(true);
    // What a page without types may push.
    expect(isShowable({ name: 'SwitchNetwork', data: undefined as never })).toBe(false);
  });
});
