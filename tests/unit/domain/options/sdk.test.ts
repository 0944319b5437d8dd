import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { SDK_VERSION } from '../../../../domain/options/sdk.js';

it('SDK_VERSION is the version of the package', () => {
  expect(SDK_VERSION).toBe((JSON.parse(readFileSync('package.json', 'utf8')) as { readonly version: string }).version);
});
