/** Longest answer that is read, in bytes: a page has to keep it in its memory. */
const MAX_BYTES = 10 * 1024 * 1024;

/**
 * The text of an answer, which is given up where it is longer than a service has reason to make it.
 * @param maxBytes default 10 MiB
 * @throws Error when there is more
 * @see https://fetch.spec.whatwg.org/#bodies
 */
export const readText = async (response: Response, maxBytes: number = MAX_BYTES): Promise<string> => {
  const reader = response.body?.getReader();
  if (reader === undefined) return '';
  const decoder = new TextDecoder();
  let text = '';
  for (let read = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    read += value.byteLength;
    if (read > maxBytes) {
      await reader.cancel();
      throw new Error('The answer is longer than is read');
    }
    text += decoder.decode(value, { stream: true });
  }
};
