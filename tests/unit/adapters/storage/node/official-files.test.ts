import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { OfficialFiles } from '../../../../../adapters/storage/node/official-files.js';
import { freshPath } from '../../support/test-folder.js';

it('removes no file outside of its folder, whatever the key', async () => {
  const folder = freshPath();
  mkdirSync(folder, { recursive: true });
  const outside = join(dirname(folder), 'outside');
  writeFileSync(outside, 'text');
  await new OfficialFiles(folder).remove(['..:outside', '../outside', outside]);
  expect(existsSync(outside)).toBe(true);
});
