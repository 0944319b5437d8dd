import type { Subscription } from 'rxjs';
import { token } from '../shared/token.js';
import type { IdentityReader } from './identity.reader.js';
import type { NameReader } from './name.reader.js';

/** Token of the name reader. */
export const NAME_READER = token<NameReader>('NameReader');

/** Token of the identity reader. */
export const IDENTITY_READER = token<IdentityReader>('IdentityReader');

/** Token of the function that starts looking up the profiles of connected accounts. */
export const FOLLOW_PROFILES = token<() => Subscription>('FollowProfiles');
