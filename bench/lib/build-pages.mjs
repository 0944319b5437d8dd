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

/** Where the built files of a page are. */
export const builtPage = ({ name }) => join(bench, 'dist', name);

/** What a module belongs to: its package, or its floor of Latchkey. */
const ownerOf = (id) => {
  const [, name] = /.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(id) ?? [];
  if (name !== undefined) return name.replace('\\', '/');
  const [, floor] = /[\\/]dist[\\/](\w+[\\/][\w-]+)/.exec(id) ?? [];
  return floor === undefined ? 'the page and the bundler' : `latchkey ${floor.replace('\\', '/')}`;
};

/**
 * Shares of a file's bytes by owner, as an estimate: a file is compressed as a whole, so each owner counts in proportion to what its
 * modules in it weigh minified and compressed alone.
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

/** Every page is the same document with another script in it. */
const fillTemplate = ({ name, folder }) => ({
  name: 'fill-template',
  transformIndexHtml: { order: 'pre', handler: (html) => html.replace('%PAGE_NAME%', name).replace('%PAGE_FOLDER%', folder) },
});

/** How a page is built: each with the same bundler and the same settings. */
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
  // A caller may have set another one, and React's development build weighs twice as much.
  process.env.NODE_ENV = 'production';
  const { output } = await build(pageConfig(page));
  if (page.name !== 'latchkey') return;
  const shares = await Promise.all(output.filter(({ type }) => type === 'chunk').map(sharesOf));
  writeFileSync(join(builtPage(page), 'shares.json'), JSON.stringify(Object.fromEntries(shares)));
};
