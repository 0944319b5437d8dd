/**
 * What a record of the official storage holds, foreign data: the storage hands out texts where it is read as it lies, and values
 * where its own code reads it. `undefined` for a text that is no JSON.
 * @see https://www.rfc-editor.org/rfc/rfc8259
 */
export const readOfficialValue = (stored: unknown): unknown => {
  if (typeof stored !== 'string') return stored;
  try {
    return JSON.parse(stored) as unknown;
  } catch {
    return undefined;
  }
};
