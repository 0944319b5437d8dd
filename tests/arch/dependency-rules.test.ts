import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { root } from './root.js';

const folder = mkdtempSync(join(tmpdir(), 'latchkey-arch-'));

afterEach(() => rmSync(folder, { recursive: true }));

it('dependency rules reject an import from domain to application', () => {
  for (const file of ['package.json', 'tsconfig.json', 'tsconfig.base.json']) copyFileSync(join(root, file), join(folder, file));
  for (const layer of ['domain', 'application']) mkdirSync(join(folder, layer));
  writeFileSync(join(folder, 'application/clock.port.ts'), 'export interface Clock { readonly now: () => number }\n');
  writeFileSync(join(folder, 'domain/planted.ts'), "export type { Clock } from '../application/clock.port.js';\n");

  const cruiser = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const args = [cruiser, '--config', join(root, '.dependency-cruiser.mjs'), '--output-type', 'err', '.'];
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });

  expect(status).toBe(1);
  expect(stdout).toMatch(/error domain-imports: domain\/planted\.ts\S* → \S*application\/clock\.port\.ts/);
  expect(stdout).toContain('1 dependency violations');
});
