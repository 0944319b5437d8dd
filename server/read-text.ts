/**
 * Reads a body of at most `maxBytes` as UTF-8. Reading ends as soon as it is longer, whatever its headers claim.
 * @throws RangeError for a longer body, and any error of the stream
 * @see https://fetch.spec.whatwg.org/#bodies
 */
export const readText = async ({ headers, body }: Pick<Request, 'headers' | 'body'>, maxBytes: number): Promise<string> => {
  const tooLong = new RangeError(`The body has more than ${maxBytes} bytes`);
  if (Number(headers.get('content-length')) > maxBytes) {
    await body?.cancel();
    throw tooLong;
  }
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let length = 0;
  for (let chunk = await reader?.read(); chunk !== undefined && !chunk.done; chunk = await reader?.read()) {
    length += chunk.value.length;
    if (length > maxBytes) {
      await reader?.cancel();
      throw tooLong;
    }
    text += decoder.decode(chunk.value, { stream: true });
  }
  return text + decoder.decode();
};
