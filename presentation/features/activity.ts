import { defineFeature, viewChunk } from './feature.js';

/** The history with its virtual list, fetched when it is shown. */
const ACTIVITY_CHUNK = viewChunk('activity', () => import('../views/activity-views.js'));

/** Shows the history of the connected account. */
export const activityFeature = defineFeature({
  views: { Transactions: { title: (m) => m.titleActivity, isOffered: ({ history }) => history, chunk: ACTIVITY_CHUNK } },
});
