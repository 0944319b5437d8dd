import { describe, expect, it } from 'vitest';
import { type MetaDocument, sandboxEndpoints } from '../../../testing/sandbox-endpoints.js';

const pageWith = (content: string | null): MetaDocument => ({
  querySelector: (selector) => (selector === 'meta[name="latchkey-sandbox"]' && content !== null ? { getAttribute: () => content } : null),
});

describe('sandboxEndpoints', () => {
  it('reads the URLs that the sandbox added to the page', () => {
    const rpc = { 'eip155:1': 'http://127.0.0.1:8545' };
    const services = {
      relay: 'ws://127.0.0.1:2',
      walletDirectory: 'http://127.0.0.1:3',
      images: 'http://127.0.0.1:4',
      blockchainApi: 'http://127.0.0.1:6',
      analytics: 'http://127.0.0.1:7',
      esplora: 'http://127.0.0.1:5',
    };
    expect(sandboxEndpoints(pageWith(JSON.stringify({ rpc, wallet: 'http://localhost:1', ...services })))).toEqual({ rpc, ...services });
    expect(sandboxEndpoints(pageWith(JSON.stringify({ rpc })))).toEqual({ rpc });
  });

  it('returns nothing without a sandbox and without a page', () => {
    expect(sandboxEndpoints(pageWith(null))).toEqual({});
    expect(sandboxEndpoints(undefined)).toEqual({});
  });

  it('ignores invalid values', () => {
    expect(sandboxEndpoints(pageWith(JSON.stringify({ rpc: { 'eip155:1': 1 }, relay: null, walletDirectory: 7, images: {} })))).toEqual({});
  });
});
