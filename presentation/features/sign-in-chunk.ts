import { viewChunk } from './feature.js';

/** Views of signing in. Few apps use them: their scope fetches them where they do. */
export const SIGN_IN_CHUNK = viewChunk('sign-in', () => import('../views/sign-in-views.js'));
