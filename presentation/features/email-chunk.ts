import { viewChunk } from './feature.js';

/** Views of the embedded wallet. They are fetched when the user chooses email, or the wallet needs an approval. */
export const EMAIL_CHUNK = viewChunk('email', () => import('../views/email-views.js'));
