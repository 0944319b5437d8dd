import { expect, it } from 'vitest';
import { hasDirectory } from '../../../../domain/directory/has-directory.js';

it('hasDirectory requires a project id or a custom URL', () => {
  expect(hasDirectory({ projectId: undefined, endpoints: {} })).toBe(false);
  expect(hasDirectory({ projectId: 'id', endpoints: {} })).toBe(true);
  expect(hasDirectory({ projectId: undefined, endpoints: { walletDirectory: 'https://wallets.app.example' } })).toBe(true);
  expect(hasDirectory({ projectId: undefined, endpoints: { images: 'https://images.app.example' } })).toBe(false);
});
