/** @see https://www.rfc-editor.org/rfc/rfc3339#section-5.6 */
const DATE_TIME = /^(\d{4})-(\d{2})-(\d{2})[Tt]([01]\d|2[0-3]):([0-5]\d):([0-5]\d|60)(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

const daysIn = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

/**
 * Parses an RFC 3339 date and time. A leap second counts as the last one before it.
 * @returns milliseconds since 1970; `null` if the text is not one
 */
export const parseDateTime = (text: string): number | null => {
  const match = DATE_TIME.exec(text);
  if (match === null) return null;
  const [, year, month, day] = match.map(Number);
  if (year === undefined || month === undefined || day === undefined) return null;
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return null;
  const time = Date.parse(text.toUpperCase().replace(/^(.{17})60/, '$159'));
  return Number.isNaN(time) ? null : time;
};
