import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import { listFiles } from '../../scripts/lib/files.mjs';

/** A file of the repository, parsed. */
export interface SourceFile {
  /** From the root, with forward slashes. */
  readonly path: string;
  readonly text: string;
  readonly tree: ts.SourceFile;
}

/** The repository's root. */
export const root = resolve(import.meta.dirname, '../..');

/** Floors that hosts get. */
export const SHIPPED = ['domain', 'application', 'adapters', 'presentation', 'composition', 'server', 'testing'] as const;

/** Parses a text as if it stood at a path. */
export const parse = (path: string, text: string): SourceFile => ({
  path,
  text,
  tree: ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true, path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS),
});

/** All TypeScript files under some folders. */
export const sourceFiles = (folders: readonly string[]): readonly SourceFile[] =>
  folders
    .flatMap((folder) => listFiles(folder))
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'))
    .map((path) => parse(path, readFileSync(join(root, path), 'utf8')));
