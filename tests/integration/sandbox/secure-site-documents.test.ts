import { startSecureSite } from '@latchkey/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildDocuments } from '../../../sandbox/secure-site/site/build-documents.js';

const PROJECT = 'documents';
const APP = 'https://app.example';

let site: Awaited<ReturnType<typeof startSecureSite>>;
beforeAll(async () => {
  site = await startSecureSite({ apps: [{ project: PROJECT, origin: APP }], networks: [] });
});
afterAll(async () => {
  await site.stop();
});

/** The directives of a response's policy, by name. */
const policyOf = async (path: string): Promise<Readonly<Record<string, string>>> => {
  const { headers } = await fetch(`${site.origin}${path}`);
  const policy = headers.get('content-security-policy') ?? '';
  return Object.fromEntries(policy.split('; ').map((each) => [each.slice(0, each.indexOf(' ')), each.slice(each.indexOf(' ') + 1)]));
};

/** The packages that source files belong to; our own files as their first three folders. In alphabetical order. */
const originsOf = (sources: readonly string[]): readonly string[] => {
  const origins = sources.map((path) => {
    const [, name] = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path) ?? [];
    return (
      name ??
      path
        .replace(/^.*?(?=(?:sandbox|dist)\/)/, '')
        .split('/')
        .slice(0, 3)
        .join('/')
    );
  });
  return [...new Set(origins)].sort();
};

describe('the documents of the secure site', () => {
  it('are embedded by the registered origins only, and the windows by none', async () => {
    const policies = await Promise.all(
      [`/sdk?projectId=${PROJECT}`, '/sdk?projectId=unknown', '/sdk', '/window', '/device', '/social', '/dashboard'].map(policyOf),
    );
    expect(policies.map((each) => each['frame-ancestors'])).toEqual([APP, ...Array.from({ length: 6 }, () => "'none'")]);
  });

  it('load their own files only, connect to the API only, and create no markup from text', async () => {
    expect(await policyOf(`/sdk?projectId=${PROJECT}`)).toMatchObject({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self'",
      'worker-src': "'self'",
      'connect-src': site.apiOrigin,
      'base-uri': "'none'",
      'form-action': "'none'",
      'require-trusted-types-for': "'script'",
    });
  });

  it('have workers that load and connect to nothing, with our code and the libraries of their keys only', async () => {
    const { worker, windowWorker, workerSources } = await buildDocuments();
    for (const path of [worker, windowWorker])
      expect(await policyOf(path)).toEqual({ 'default-src': "'none'", 'report-uri': '/csp-report' });
    expect(originsOf(workerSources)).toEqual([
      '@noble/curves',
      '@noble/hashes',
      '@scure/base',
      '@scure/bip32',
      '@scure/bip39',
      'sandbox/secure-site/keys',
    ]);
  });

  it('have the worker that exports phrases in windows only', async () => {
    const { worker, windowWorker } = await buildDocuments();
    const textOf = async (path: string) => (await fetch(`${site.origin}${path}`)).text();
    const documents = await Promise.all([`/sdk?projectId=${PROJECT}`, '/window', '/device', '/dashboard'].map(textOf));
    expect(documents.map((text) => [text.includes(worker), text.includes(windowWorker)])).toEqual([
      [true, false],
      ...Array.from({ length: 3 }, () => [false, true]),
    ]);
    const [frames, windows] = await Promise.all([worker, windowWorker].map(textOf));
    expect([frames?.includes('canExport:!0'), windows?.includes('canExport:!0')]).toEqual([false, true]);
  });

  it('load neither React nor a client of a chain first', async () => {
    const { frame, window } = await buildDocuments();
    const packages = originsOf([...frame.sources, ...window.sources]).filter((each) => !/^(?:dist|sandbox)\//.test(each));
    expect(packages).toEqual(['@noble/hashes', '@scure/base', 'valibot']);
  });
});
