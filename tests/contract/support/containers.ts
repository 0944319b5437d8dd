import { join } from 'node:path';
import { build } from 'esbuild';
import { bundleInversify } from '../../../scripts/vendor/inversify.mjs';

/** How composition makes containers and fills them. */
export type Containers = Pick<typeof import('../../../composition/container.js'), 'createContainer'> &
  Pick<typeof import('../../../composition/to-container-module.js'), 'toContainerModule' | 'toLateModule'>;

const root = join(import.meta.dirname, '../../..');

const SOURCE = `
export { createContainer } from './composition/container.js';
export { toContainerModule, toLateModule } from './composition/to-container-module.js';
`;

/** Composition's containers as they are published: on the file that is made of Inversify. */
export const publishedContainers = async (): Promise<Containers> => {
  const { code } = await bundleInversify();
  const { outputFiles } = await build({
    stdin: { contents: SOURCE, resolveDir: root, sourcefile: 'containers.js' },
    bundle: true,
    format: 'esm',
    write: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'published',
        setup: ({ onResolve, onLoad }) => {
          onResolve({ filter: /^inversify$/ }, ({ path }) => ({ path, namespace: 'published' }));
          onLoad({ filter: /.*/, namespace: 'published' }, () => ({ contents: code }));
        },
      },
    ],
  });
  const text = Buffer.from(outputFiles[0]?.contents ?? []).toString('base64');
  return import(`data:text/javascript;base64,${text}`) as Promise<Containers>;
};

/** Composition's containers on Inversify itself. */
export const originalContainers = async (): Promise<Containers> => ({
  ...(await import('../../../composition/container.js')),
  ...(await import('../../../composition/to-container-module.js')),
});
