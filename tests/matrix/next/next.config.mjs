import { fileURLToPath } from 'node:url';

/** The repository: the package's dependencies are there. */
const root = fileURLToPath(new URL('../../..', import.meta.url));

export default { turbopack: { root } };
