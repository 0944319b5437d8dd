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

/** The file that a request's target names inside of a folder; `null` for what is no path or leads out of it. */
const fileOf = (folder, target) => {
  if (!target.startsWith('/')) return null;
  try {
    // Put together, not resolved: `//x` is a path here, while a URL takes it for a host.
    const { pathname } = new URL(`http://localhost${target}`);
    const path = normalize(decodeURIComponent(pathname));
    const file = join(folder, path.endsWith('/') || path.endsWith(sep) ? `${path}index.html` : path);
    return file.startsWith(folder + sep) && existsSync(file) && statSync(file).isFile() ? file : null;
  } catch {
    return null;
  }
};

/** What a server compresses; pictures are. */
const TEXT = /^text\/|json$|xml$/;

/**
 * Serves a folder on a free port of the loopback address.
 * @param {string} folder
 * @param {{ compressed?: boolean }} [options] `compressed`: texts by gzip -9, as servers do; without it files go out as they are
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
