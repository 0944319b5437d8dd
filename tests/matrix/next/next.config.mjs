import { fileURLToPath } from 'node:url';

/** The repository: the package's dependencies are there. */
const root = fileURLToPath(new URL('../../..', import.meta.url));

/** With the settings that create-next-app writes. */
export default { turbopack: { root }, cacheComponents: true, partialPrefetching: true };
