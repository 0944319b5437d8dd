import { expect, it } from 'vitest';
import { hasDirectory } from '../../../../domain/directory/has-directory.js';

it('the wallet directory can be asked with a project id, or at an address of the host', () => {
  expect(hasDirectory({ projectId: undefined, endpoints: {} })).toBe(false);
  expect(hasDirectory({ projectId: 'id', endpoints: {} })).toBe(true);
  expect(hasDirectory({ projectId: undefined, endpoints: { walletDirectory: 'https://wallets.app.example' } })).toBe(true);
  expect(hasDirectory({ projectId: undefined, endpoints: { images: 'https://images.app.example' } })).toBe(false);
});
