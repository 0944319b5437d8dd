/** Characters of a state: SHA-256 in base64url. */
const STATE = /^([\w-]{43})(?:--(.*))?$/s;

/** The `state` of a login. */
export interface SocialState {
  readonly state: string;
  /** Page that a login without a window leads back to; `null` in a window. */
  readonly page: string | null;
}

const decode = (text: string): string => {
  // Apps append the page encoded, and some URL builders encode it once more.
  if (/^https?:\/\//.test(text)) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Reads a `state` parameter, to which apps that cannot open a window append `--` and their page; `null` for a malformed one. */
export const readState = (text: string | null): SocialState | null => {
  const [, state, page] = STATE.exec(text ?? '') ?? [];
  return state === undefined ? null : { state, page: page === undefined ? null : decode(page) };
};
