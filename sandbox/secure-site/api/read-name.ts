const MAX_CHARACTERS = 60;

/** Reads a user name from a provider, without control and direction characters; `null` if there is none. */
export const readName = (name: unknown): string | null => {
  const text = typeof name === 'string' ? name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').trim() : '';
  return text === '' ? null : [...text].slice(0, MAX_CHARACTERS).join('');
};
