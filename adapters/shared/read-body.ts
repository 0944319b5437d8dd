/** Default limit in bytes, since a body is kept in memory. */
const MAX_BYTES = 10 * 1024 * 1024;

/** The body exceeds its limit. */
export class TooLongError extends Error {
  override readonly name = 'TooLongError';
}

/**
 * Reads a body of at most `maxBytes`, and aborts as soon as it is longer, whatever its headers claim.
 * @throws TooLongError, and any network error
 * @see https://fetch.spec.whatwg.org/#bodies
 */
export const readBody = async (response: Response, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> => {
  const tooLong = new TooLongError(`more than ${maxBytes} bytes`);
  if (Number(response.headers.get('content-length')) > maxBytes) {
    await response.body?.cancel();
    throw tooLong;
  }
  const reader = response.body?.getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for (let chunk = await reader?.read(); chunk !== undefined && !chunk.done; chunk = await reader?.read()) {
    length += chunk.value.length;
    if (length > maxBytes) {
      await reader?.cancel();
      throw tooLong;
    }
    chunks.push(chunk.value);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
};

/**
 * Reads a body as text.
 * @param maxBytes default 10 MiB
 * @throws as {@link readBody} does
 */
export const readText = async (response: Response, maxBytes: number = MAX_BYTES): Promise<string> =>
  new TextDecoder().decode(await readBody(response, maxBytes));
