import { token } from '../shared/token.js';
import type { ActivityReader } from './activity.reader.js';

/** Token of the reader of histories. */
export const ACTIVITY_READER = token<ActivityReader>('ActivityReader');
