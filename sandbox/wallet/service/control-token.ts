import { randomBytes, timingSafeEqual } from 'node:crypto';

/** A secret that only the process that started the sandbox knows; it stands between pages and the switches of tests. */
export const makeControlToken = (): string => randomBytes(16).toString('hex');

/** Whether an `Authorization` header carries the token. */
export const carriesToken = (header: string | undefined, token: string): boolean => {
  const given = Buffer.from(header ?? '');
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
};
