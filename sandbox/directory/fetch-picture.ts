/** A picture with its media type. */
export interface FetchedPicture {
  readonly contentType: string;
  readonly bytes: Buffer;
}

/** Hosts of this machine. */
const LOCAL_HOST = /^(?:(?:[^.]+\.)*localhost|127\.0\.0\.1|\[::1\])$/;
const TIMEOUT_MS = 5_000;
const MAX_BYTES = 4 * 1024 * 1024;

/** The sandbox is offline: it fetches from other services of this machine only. */
const isReachable = ({ protocol, hostname }: URL): boolean =>
  protocol === 'data:' || ((protocol === 'http:' || protocol === 'https:') && LOCAL_HOST.test(hostname));

/** Reads a body; `null` if it is too long. */
const readBytes = async (body: AsyncIterable<Uint8Array>): Promise<Buffer | null> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > MAX_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

/**
 * Fetches the picture at a URL: `data:`, or a server of this machine. `null` if the URL is another one or invalid, the server fails or redirects, or the
 * content is no picture, empty, longer than 4 MiB, or not complete in time.
 * @param timeoutMs for the whole response
 */
export const fetchPicture = async (url: string, timeoutMs: number = TIMEOUT_MS): Promise<FetchedPicture | null> => {
  if (!URL.canParse(url) || !isReachable(new URL(url))) return null;
  try {
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
    const contentType = response.headers.get('content-type') ?? '';
    if (!response.ok || !contentType.startsWith('image/') || response.body === null) {
      await response.body?.cancel();
      return null;
    }
    const bytes = await readBytes(response.body);
    return bytes === null || bytes.length === 0 ? null : { contentType, bytes };
  } catch {
    return null;
  }
};
