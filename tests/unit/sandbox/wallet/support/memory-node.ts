import { vi } from 'vitest';

/** Nodes in memory, by the address under which a wallet reaches them: each answers these methods, and null to all others. */
export const stubNodes = (nodes: Readonly<Record<string, Readonly<Record<string, unknown>>>>): void => {
  vi.stubGlobal('fetch', async (url: string, { body }: { readonly body: string }) => {
    const answers = nodes[url];
    if (answers === undefined) throw new TypeError('fetch failed');
    return Response.json({ jsonrpc: '2.0', id: 1, result: answers[JSON.parse(body).method] ?? null });
  });
};
