import type { Endpoints } from '../domain/options/options.js';

/** The one thing of a page that is read here. */
export interface MetaPage {
  querySelector(selector: string): { getAttribute(name: string): string | null } | null;
}

/** Name of the `<meta>` that the sandbox puts into the pages it serves. */
const META = 'meta[name="latchkey-sandbox"]';

/** Services of the sandbox beside its nodes. */
const SERVICES = ['relay', 'walletDirectory', 'images', 'esplora'] as const;

const isRecordOfTexts = (value: unknown): value is Readonly<Record<string, string>> =>
  typeof value === 'object' && value !== null && Object.values(value).every((text) => typeof text === 'string');

/**
 * The sandbox's services for the page that it serves, or nothing where there is no sandbox: the same page then works with
 * its own networks.
 * @example createLatchkey({ networks: [mainnet], endpoints: sandboxEndpoints(), modules: [eip155()] })
 */
export const sandboxEndpoints = (page: MetaPage | undefined = globalThis.document): Endpoints => {
  const text = page?.querySelector(META)?.getAttribute('content');
  if (text == null) return {};
  // What the sandbox wrote; anything else is no address book.
  const { rpc, ...services } = JSON.parse(text) as { readonly [service in keyof Endpoints]?: unknown };
  const found = SERVICES.flatMap((name) => (typeof services[name] === 'string' ? [[name, services[name]]] : []));
  return { ...(isRecordOfTexts(rpc) ? { rpc } : {}), ...Object.fromEntries(found) };
};
