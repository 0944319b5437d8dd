import { expect, it } from 'vitest';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import { view } from '../../../../domain/router/views.js';

it('view sets the name and the data', () => {
  expect(view('Connect')).toEqual({ name: 'Connect', data: undefined });
  expect(view('SwitchNetwork', { chainId: toChainId('eip155:1') })).toEqual({ name: 'SwitchNetwork', data: { chainId: 'eip155:1' } });
});
