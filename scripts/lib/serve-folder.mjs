import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize, resolve, sep } from 'node:path';
import { gzipSync } from 'node:zlib';

const TYPES = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
};

/** Returns the file for a request target; `null` for an invalid path or one outside of the folder. */
const fileOf = (folder, target) => {
  if (!target.startsWith('/')) return null;
  try {
    // Concatenated, not resolved: `new URL('//x', base)` would treat `x` as a host.
    const { pathname } = new URL(`http://localhost${target}`);
    const path = normalize(decodeURIComponent(pathname));
    const file = join(folder, path.endsWith('/') || path.endsWith(sep) ? `${path}index.html` : path);
    return file.startsWith(folder + sep) && existsSync(file) && statSync(file).isFile() ? file : null;
  } catch {
    return null;
  }
};

/** Content types to compress. */
const TEXT = /^text\/|json$|xml$/;

/**
 * Serves a folder on a free port of the loopback address.
 * @param {string} folder
 * @param {{ compressed?: boolean }} [options] `compressed`: serves text with gzip -9
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export const serveFolder = async (folder, { compressed = false } = {}) => {
  const from = resolve(folder);
  const packed = new Map();
  const server = createServer((request, response) => {
    const file = fileOf(from, request.url ?? '/');
    if (file === null) {
      response.writeHead(404).end();
      return;
    }
    const type = TYPES[extname(file)] ?? 'application/octet-stream';
    if (compressed && TEXT.test(type)) {
      if (!packed.has(file)) packed.set(file, gzipSync(readFileSync(file), { level: 9 }));
      response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' }).end(packed.get(file));
      return;
    }
    response.writeHead(200, { 'content-type': type });
    createReadStream(file).pipe(response);
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address();
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(done);
      }),
  };
};
