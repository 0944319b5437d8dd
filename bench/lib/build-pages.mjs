import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { transform } from 'esbuild';
import { build, defaultClientConditions } from 'vite';
import { bench } from './pages.mjs';

const groups = ({ tuned, isReactApart }) => [
  ...(isReactApart ? [{ name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 1 }] : []),
  ...(tuned ? [{ name: 'page', tags: ['$initial'] }] : []),
];

/** Folder with the built files of a page. */
export const builtPage = ({ name }) => join(bench, 'dist', name);

/** Owner of a module: its package, or its layer of Latchkey. */
const ownerOf = (id) => {
  const [, name] = /.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(id) ?? [];
  if (name !== undefined) return name.replace('\\', '/');
  const [, layer] = /[\\/]dist[\\/](\w+[\\/][\w-]+)/.exec(id) ?? [];
  return layer === undefined ? 'the page and the bundler' : `latchkey ${layer.replace('\\', '/')}`;
};

/**
 * Estimated shares of a file's bytes by owner. A file is compressed as a whole, so each owner counts in proportion to the size of its
 * modules when minified and compressed alone.
 */
const sharesOf = async ({ fileName, modules }) => {
  const codes = new Map();
  for (const [id, { code }] of Object.entries(modules)) codes.set(ownerOf(id), `${codes.get(ownerOf(id)) ?? ''}${code ?? ''}\n`);
  const weights = await Promise.all(
    [...codes].map(async ([owner, code]) => {
      const { code: small } = await transform(code, { minify: true, loader: 'js' });
      return [owner, gzipSync(small, { level: 9 }).length];
    }),
  );
  const all = weights.reduce((sum, [, weight]) => sum + weight, 0);
  return [`/${fileName}`, Object.fromEntries(weights.map(([owner, weight]) => [owner, weight / all]))];
};

/** All pages use the same document with different scripts. */
const fillTemplate = ({ name, folder }) => ({
  name: 'fill-template',
  transformIndexHtml: { order: 'pre', handler: (html) => html.replace('%PAGE_NAME%', name).replace('%PAGE_FOLDER%', folder) },
});

/** Build configuration of a page: the same bundler and settings for all. */
const pageConfig = (page) => ({
  root: bench,
  configFile: false,
  logLevel: 'error',
  base: './',
  plugins: [fillTemplate(page)],
  resolve: page.tuned ? { conditions: ['es2015', ...defaultClientConditions] } : {},
  build: {
    outDir: builtPage(page),
    emptyOutDir: true,
    target: 'es2022',
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
    ...(groups(page).length === 0 ? {} : { rolldownOptions: { output: { codeSplitting: { groups: groups(page) } } } }),
  },
});

/** Builds a page for production. */
export const buildPage = async (page) => {
  // The caller may have set another value, and React's development build is twice as large.
  process.env.NODE_ENV = 'production';
  const { output } = await build(pageConfig(page));
  if (page.name !== 'latchkey') return;
  const shares = await Promise.all(output.filter(({ type }) => type === 'chunk').map(sharesOf));
  writeFileSync(join(builtPage(page), 'shares.json'), JSON.stringify(Object.fromEntries(shares)));
};
