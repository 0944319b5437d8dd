/** A `fetch` that calls a handler in this process, with a page's origin and cookies. */
export interface CookieFetch {
  readonly fetch: typeof globalThis.fetch;
  /** False to fail as without a network. */
  isReachable: boolean;
  /** Requests so far, as `METHOD path`. */
  readonly requests: string[];
  /** Replaces the response of the handler. */
  respond: ((request: Request) => Response | undefined) | null;
}

/** Creates a `fetch` for a page at an origin. */
export const cookieFetch = (origin: string, handler: (request: Request) => Promise<Response>): CookieFetch => {
  const cookies = new Map<string, string>();
  const self: CookieFetch = {
    isReachable: true,
    requests: [],
    respond: null,
    fetch: async (input, init) => {
      if (!self.isReachable) throw new TypeError('Failed to fetch');
      const headers = new Headers(init?.headers);
      headers.set('origin', origin);
      headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
      const request = new Request(new URL(String(input), origin), { ...(init as RequestInit), headers });
      self.requests.push(`${request.method} ${new URL(request.url).pathname}`);
      const response = self.respond?.(request) ?? (await handler(request));
      for (const cookie of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        cookies.set(name, value);
      }
      return response;
    },
  };
  return self;
};
