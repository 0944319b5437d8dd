import type { Endpoints } from '../domain/options/options.js';

/** The part of `Document` that {@link sandboxEndpoints} reads. */
export interface MetaDocument {
  querySelector(selector: string): { getAttribute(name: string): string | null } | null;
}

/** Selector of the `<meta>` that the sandbox adds to the pages it serves. */
const META_SELECTOR = 'meta[name="latchkey-sandbox"]';

/** Services of the sandbox other than its nodes. */
const SERVICES = ['relay', 'walletDirectory', 'images', 'blockchainApi', 'analytics', 'esplora', 'secureSite', 'bundler'] as const;

const isRecordOfTexts = (value: unknown): value is Readonly<Record<string, string>> =>
  typeof value === 'object' && value !== null && Object.values(value).every((text) => typeof text === 'string');

/**
 * Returns the service URLs of the sandbox that serves the page, or nothing without a sandbox, so that the page uses its own networks.
 * @example createLatchkey({ networks: [mainnet], endpoints: sandboxEndpoints(), modules: [eip155()] })
 */
export const sandboxEndpoints = (metaDocument: MetaDocument | undefined = globalThis.document): Endpoints => {
  const text = metaDocument?.querySelector(META_SELECTOR)?.getAttribute('content');
  if (text == null) return {};
  // The sandbox wrote this JSON; other values are ignored.
  const { rpc, ...services } = JSON.parse(text) as { readonly [service in keyof Endpoints]?: unknown };
  const found = SERVICES.flatMap((name) => (typeof services[name] === 'string' ? [[name, services[name]]] : []));
  return { ...(isRecordOfTexts(rpc) ? { rpc } : {}), ...Object.fromEntries(found) };
};
