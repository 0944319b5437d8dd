/** Returns whether a text is the absolute address of a web page. Those of other schemes open apps, or run code. */
export const isWebUrl = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
