import * as v from 'valibot';
import { sanitizeName } from '../connection/connector-label.js';
import { safeWebLink } from '../directory/safe-link.js';
import { filteredArray, filteredArrayOrEmpty, lenient, orNull } from '../wire.js';

/** A permission or policy of a smart session. Its data is as the wallet granted it. */
export interface SmartSessionRule {
  readonly type: string;
  readonly data: unknown;
}

/** Rights that a smart account has granted to an app for a time. */
export interface SmartSession {
  /** Identifier of the permission context. */
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  /** `null`: it is not revoked. */
  readonly revokedAtMs: number | null;
  readonly permissions: readonly SmartSessionRule[];
  readonly policies: readonly SmartSessionRule[];
  /** The app; `null` if unknown. */
  readonly project: { readonly name: string; readonly url: string | null; readonly iconUrl: string | null } | null;
}

const MAX_TEXT_LENGTH = 512;
/** The last second of a `Date`. @see https://tc39.es/ecma262/#sec-time-values-and-time-range */
const MAX_SECONDS = 8.64e12;

const textSchema = v.pipe(v.string(), v.nonEmpty(), v.maxLength(MAX_TEXT_LENGTH));
const linkSchema = orNull(v.pipe(v.unknown(), v.transform(safeWebLink)));
const secondsSchema = v.pipe(
  v.number(),
  v.minValue(0),
  v.maxValue(MAX_SECONDS),
  v.transform((seconds) => seconds * 1_000),
);
const ruleSchema = v.object({ type: textSchema, data: v.optional(v.unknown()) });

const sessionSchema = v.pipe(
  v.object({
    pci: textSchema,
    createdAt: secondsSchema,
    expiry: secondsSchema,
    revokedAt: orNull(secondsSchema),
    permissions: filteredArrayOrEmpty(ruleSchema),
    policies: filteredArrayOrEmpty(ruleSchema),
    project: lenient(v.object({ name: v.pipe(v.unknown(), v.transform(sanitizeName)), url: linkSchema, iconUrl: linkSchema })),
  }),
  v.transform(
    ({ pci, createdAt, expiry, revokedAt, permissions, policies, project = null }): SmartSession => ({
      id: pci,
      createdAtMs: createdAt,
      expiresAtMs: expiry,
      revokedAtMs: revokedAt,
      permissions: permissions.map(({ type, data }) => ({ type, data })),
      policies: policies.map(({ type, data }) => ({ type, data })),
      project,
    }),
  ),
);

/** Reply to a request for the smart sessions of an account. Invalid ones are dropped. */
export const smartSessionsSchema = v.pipe(
  v.object({ pcis: filteredArray(sessionSchema) }),
  v.transform(({ pcis }): readonly SmartSession[] => pcis),
);
