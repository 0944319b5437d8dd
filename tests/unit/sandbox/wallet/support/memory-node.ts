import { vi } from 'vitest';

/** Stubs nodes by RPC URL: each returns these results by method, and null for any other method. */
export const stubNodes = (nodes: Readonly<Record<string, Readonly<Record<string, unknown>>>>): void => {
  vi.stubGlobal('fetch', async (url: string, { body }: { readonly body: string }) => {
    const results = nodes[url];
    if (results === undefined) throw new TypeError('fetch failed');
    return Response.json({ jsonrpc: '2.0', id: 1, result: results[JSON.parse(body).method] ?? null });
  });
};
