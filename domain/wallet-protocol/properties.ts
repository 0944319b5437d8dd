import * as v from 'valibot';
import { exactObject } from '../wire.js';
import { isPlainObject } from './primitives.js';

const properties = <Value>(isProperty: (value: unknown) => value is Value) =>
  v.optional(
    v.pipe(
      v.unknown(),
      v.transform((table): Readonly<Record<string, Value>> | undefined => {
        const entries = isPlainObject(table) ? Object.entries(table) : [];
        const validEntries = entries.filter((entry): entry is [string, Value] => isProperty(entry[1]));
        return validEntries.length === 0 ? undefined : Object.fromEntries(validEntries);
      }),
    ),
  );

/**
 * Properties of a proposal or a session. Drops session properties that are not strings and properties without a value; an empty object
 * becomes `undefined`.
 */
export const propertyEntries = {
  sessionProperties: properties((value) => typeof value === 'string'),
  scopedProperties: properties((value): value is unknown => value !== undefined && value !== null),
};

const propertiesSchema = exactObject(propertyEntries);

export type ProtocolProperties = v.InferOutput<typeof propertiesSchema>;

/** Reads the properties that an app passes. */
export const readProperties = (value: object): ProtocolProperties => v.parse(propertiesSchema, value);
