import { redactProperty } from './redact.js';

/** Longest detail of one entry, in characters. */
const MAX_LENGTH = 16_384;
/** How deep nested values and causes are described. */
const MAX_DEPTH = 6;
/** How many members of one list or object are described. */
const MAX_MEMBERS = 100;

/**
 * Writes anything as one line of JSON without secrets: errors with their code, message and cause, bigints as decimals,
 * cycles and what is too deep as `…`. Never throws.
 */
export const describeDetail = (detail: unknown): string => {
  try {
    const line = JSON.stringify(plain('', detail, 0, new Set())) ?? String(detail);
    return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH)}…` : line;
  } catch {
    // A getter or proxy of a foreign value may throw.
    return '"(cannot be described)"';
  }
};

const plain = (name: string, value: unknown, depth: number, above: ReadonlySet<unknown>): unknown => {
  if (typeof value === 'string') return redactProperty(name, value);
  if (typeof value === 'bigint') return redactProperty(name, value.toString());
  if (typeof value === 'function' || typeof value === 'symbol') return `(${typeof value})`;
  if (typeof value !== 'object' || value === null) return value;
  if (above.has(value) || depth === MAX_DEPTH) return '…';
  const within = new Set(above).add(value);
  if (Array.isArray(value)) return value.slice(0, MAX_MEMBERS).map((member) => plain(name, member, depth + 1, within));
  // Bytes may be a key, and no log needs them.
  if (ArrayBuffer.isView(value)) return `(${value.byteLength} bytes)`;
  const members = value instanceof Error ? errorMembers(value) : Object.entries(value);
  return Object.fromEntries(members.slice(0, MAX_MEMBERS).map(([key, member]) => [key, plain(key, member, depth + 1, within)]));
};

const errorMembers = (error: Error): readonly (readonly [string, unknown])[] => {
  // Members that our errors, and many foreign ones, have besides.
  const { name, message, code, context, cause } = error as Error & { readonly code?: unknown; readonly context?: unknown };
  return Object.entries({ name, code, message, context, cause }).filter(([, member]) => member !== undefined);
};
