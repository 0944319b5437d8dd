import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize, resolve, sep } from 'node:path';

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

/**
 * Serves a folder on a free port of the loopback address.
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export const serveFolder = async (folder) => {
  const from = resolve(folder);
  const server = createServer((request, response) => {
    const file = fileOf(from, request.url ?? '/');
    if (file === null) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
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
