import * as v from 'valibot';
import { sanitizeName } from '../connection/connector-label.js';
import { safeWebLink } from '../directory/safe-link.js';
import { filteredArray, lenient, orNull } from '../wire.js';

/** Name and picture of an address. */
export interface Identity {
  /** `null` without a name. */
  readonly name: string | null;
  /** Remote URL, for the image service only. */
  readonly avatarUrl: string | null;
}

/** Identity where the service knows none, or does not serve the network. */
export const NO_IDENTITY: Identity = { name: null, avatarUrl: null };

const MAX_NAME_LENGTH = 255;

const nameSchema = v.pipe(
  v.string(),
  v.maxLength(MAX_NAME_LENGTH),
  v.transform((name) => sanitizeName(name)),
  v.nonEmpty(),
);

/** Reply to a request for the identity of an address. */
export const identitySchema = v.pipe(
  v.object({ name: orNull(nameSchema), avatar: orNull(v.pipe(v.unknown(), v.transform(safeWebLink))) }),
  v.transform(({ name, avatar }): Identity => ({ name, avatarUrl: avatar })),
);

/** Reply to a request for a name: the address of its first chain; `null` if it has none. */
export const registeredNameSchema = v.pipe(
  v.object({ addresses: lenient(v.record(v.string(), v.object({ address: v.pipe(v.string(), v.nonEmpty(), v.maxLength(128)) }))) }),
  v.transform(({ addresses = {} }) => Object.values(addresses)[0]?.address ?? null),
);

/** Reply to a reverse look-up: names of the address. */
export const namesSchema = v.pipe(
  filteredArray(v.object({ name: nameSchema })),
  v.transform((names) => names.map(({ name }) => name)),
);

/** A name that the service suggests. */
export interface NameSuggestion {
  readonly name: string;
  readonly isRegistered: boolean;
}

/** Reply to a request for suggestions. */
export const suggestionsSchema = v.pipe(
  v.object({ suggestions: filteredArray(v.object({ name: nameSchema, registered: v.boolean() })) }),
  v.transform(({ suggestions }): readonly NameSuggestion[] =>
    suggestions.map(({ name, registered }) => ({ name, isRegistered: registered })),
  ),
);
