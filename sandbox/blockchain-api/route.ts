/** A request that is refused, or that an upstream service fails. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly status: number;
  /** The wrong parameter, or what failed. */
  readonly subject: string;

  constructor(status: number, subject: string, description: string, cause?: unknown) {
    super(description, cause === undefined ? {} : { cause });
    this.status = status;
    this.subject = subject;
  }
}

/** Refuses a parameter. */
export const badRequest = (parameter: string, description: string): RequestError => new RequestError(400, parameter, description);

/** A request to a route. */
export interface RouteCall {
  /** Decoded texts of the path, by name. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Parsed JSON; `null` for a GET request. */
  readonly body: unknown;
}

/** A route of the service. */
export interface Route {
  readonly method: 'GET' | 'POST';
  /** Path whose segments with a colon are parameters: `/v1/account/:account/history`. */
  readonly path: string;
  /** @returns JSON, or a {@link Picture}. @throws RequestError */
  readonly handle: (call: RouteCall) => Promise<unknown>;
}

/** A picture, which a handler returns instead of JSON. */
export class Picture {
  readonly contentType: string;
  readonly bytes: Uint8Array;

  constructor(contentType: string, bytes: Uint8Array) {
    this.contentType = contentType;
    this.bytes = bytes;
  }
}

/** Decodes percent signs; `null` for invalid ones. */
export const decodePercent = (segment: string): string | null => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
};

/** Returns the parameters of a path; `null` if it is not one of the route. */
const paramsOf = (route: Route, pathname: string): Record<string, string> | null => {
  const [expected, actual] = [route.path.split('/'), pathname.split('/')];
  if (expected.length !== actual.length) return null;
  const params: Record<string, string> = {};
  for (const [index, name] of expected.entries()) {
    const segment = actual[index] ?? '';
    if (!name.startsWith(':')) {
      if (name !== segment) return null;
      continue;
    }
    const value = decodePercent(segment);
    if (value === null || value === '') return null;
    params[name.slice(1)] = value;
  }
  return params;
};

/** Finds the route of a request. */
export const findRoute = (
  routes: readonly Route[],
  method: string | undefined,
  pathname: string,
): { readonly route: Route; readonly params: Readonly<Record<string, string>> } | null => {
  for (const route of routes) {
    if (route.method !== method) continue;
    const params = paramsOf(route, pathname);
    if (params !== null) return { route, params };
  }
  return null;
};
