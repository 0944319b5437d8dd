/** What a text in JSON stands for; `undefined` for what is none. */
export const fromJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
