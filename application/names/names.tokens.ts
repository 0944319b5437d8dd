import type { Subscription } from 'rxjs';
import { token } from '../shared/token.js';
import type { NameReader } from './name.reader.js';

/** Token of the reader of names. */
export const NAME_READER = token<NameReader>('NameReader');

/** Token of what gives connected accounts their names and pictures while subscribed. */
export const FOLLOW_PROFILES = token<() => Subscription>('FollowProfiles');
