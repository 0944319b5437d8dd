import { gzipSync } from 'node:zlib';
import { build, type InlineConfig, type Rolldown } from 'vite';
import { describe, expect, it, vi } from 'vitest';
import { pageConfig } from '../../../bench/lib/build-pages.mjs';
import { PAGES, REACT_FILE } from '../../../bench/lib/pages.mjs';

/** What the pointer on a button that opens the modal fetches ahead of the click: the modal, and with its first list the directory. */
const AHEAD = ['dist/presentation/modal/mount-modal.js', 'dist/composition/modules/directory.module.js'];

type Chunk = Rolldown.OutputChunk;

/** The chunks of a page of the benchmark, built as the benchmark builds it. */
const chunksOf = async (page: (typeof PAGES)[number]): Promise<readonly Chunk[]> => {
  // Vite's own options, written in JavaScript.
  const config = pageConfig(page) as InlineConfig;
  const result = await build({ ...config, build: { ...config.build, write: false } });
  const { output } = Array.isArray(result) ? (result[0] ?? { output: [] }) : 'output' in result ? result : { output: [] };
  return output.flatMap((part) => (part.type === 'chunk' ? [part] : []));
};

/** All chunks that load with some of them, through static imports only. */
const withStatic = (chunks: readonly Chunk[], from: readonly Chunk[]): ReadonlySet<Chunk> => {
  const seen = new Set<Chunk>();
  const visit = (chunk: Chunk): void => {
    if (seen.has(chunk)) return;
    seen.add(chunk);
    for (const next of chunks) if (chunk.imports.includes(next.fileName)) visit(next);
  };
  from.forEach(visit);
  return seen;
};

const kibOf = (chunks: Iterable<Chunk>): number =>
  [...chunks]
    .filter(({ fileName }) => !REACT_FILE.test(fileName))
    .reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length / 1024, 0);

describe('JavaScript before the click', () => {
  it.each(PAGES.filter(({ budget }) => budget !== undefined))('of $label is within $budget KiB', async (page) => {
    // React's development build weighs twice as much.
    vi.stubEnv('NODE_ENV', 'production');
    const chunks = await chunksOf(page);
    const atRest = withStatic(
      chunks,
      chunks.filter(({ isEntry }) => isEntry),
    );
    const ahead = chunks.filter(({ facadeModuleId }) => AHEAD.some((module) => facadeModuleId?.endsWith(module)));
    // Of pages that have the modal.
    const isOpened = page.kind !== 'bytes';
    if (isOpened) expect(ahead).toHaveLength(AHEAD.length);
    const kib = kibOf(isOpened ? withStatic(chunks, [...atRest, ...ahead]) : atRest);
    expect(kib).toBeGreaterThan(20);
    expect(kib).toBeLessThanOrEqual(page.budget ?? 0);
  });
});
