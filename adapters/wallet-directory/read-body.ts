/** A body is longer than it may be. */
export class TooLongError extends Error {
  override readonly name = 'TooLongError';
}

/**
 * Reads a body of at most `maxBytes` and stops as soon as it is longer, whatever its headers say.
 * @throws TooLongError, and whatever the network throws
 */
export const readBody = async (response: Response, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> => {
  const tooLong = (): never => {
    throw new TooLongError(`more than ${maxBytes} bytes`);
  };
  if (Number(response.headers.get('content-length')) > maxBytes) {
    await response.body?.cancel();
    tooLong();
  }
  const reader = response.body?.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (let part = await reader?.read(); part !== undefined && !part.done; part = await reader?.read()) {
    length += part.value.length;
    if (length > maxBytes) {
      await reader?.cancel();
      tooLong();
    }
    chunks.push(part.value);
  }
  const body = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    body.set(chunk, at);
    at += chunk.length;
  }
  return body;
};
