import { isPlainObject } from './primitives.js';

const entriesOf = (value: unknown): readonly (readonly [string, unknown])[] =>
  isPlainObject(value) ? Object.entries(value).filter(([, property]) => property !== undefined && property !== null) : [];

/** Properties of a proposal or a session. */
export interface ProtocolProperties {
  readonly sessionProperties?: Readonly<Record<string, string>>;
  readonly scopedProperties?: Readonly<Record<string, unknown>>;
}

/**
 * Reads the properties of a proposal or a session. Session properties that are no texts, and those without a value, are left out; so is a
 * table without any.
 */
export const readProperties = (value: {
  readonly sessionProperties?: unknown;
  readonly scopedProperties?: unknown;
}): ProtocolProperties => {
  const texts = entriesOf(value.sessionProperties).filter((entry): entry is readonly [string, string] => typeof entry[1] === 'string');
  const scoped = entriesOf(value.scopedProperties);
  return {
    ...(texts.length === 0 ? {} : { sessionProperties: Object.fromEntries(texts) }),
    ...(scoped.length === 0 ? {} : { scopedProperties: Object.fromEntries(scoped) }),
  };
};
