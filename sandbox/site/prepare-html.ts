/** Connection data of the sandbox for pages, as JSON in `<meta name="latchkey-sandbox">`. */
export interface SandboxMeta {
  /** RPC URL by CAIP-2 chain id. */
  readonly rpc: Readonly<Record<string, string>>;
  /** CAIP-19 ids of the tokens on these chains. @see https://chainagnostic.org/CAIPs/caip-19 */
  readonly tokens: readonly string[];
  /** Origin of the wallet. */
  readonly wallet: string;
  /** URL of the relay. */
  readonly relay: string;
  /** URL of the wallet directory. */
  readonly walletDirectory: string;
  /** URL of the image service. */
  readonly images: string;
  /** URL of the blockchain API. */
  readonly blockchainApi: string;
  /** Page of a provider that sells coins and tokens, which takes its order in the address. */
  readonly onramp?: string;
  /** URL of the analytics service. */
  readonly analytics: string;
  /** URL of the Esplora API; absent if no Bitcoin node runs. */
  readonly esplora?: string;
  /** URL of the secure site's frame; absent if none runs. */
  readonly secureSite?: string;
  /** Origin of the inbox with the secure site's mails; absent if none runs. */
  readonly mail?: string;
  /** URL of the bundlers; absent without smart accounts. */
  readonly bundler?: string;
}

/** Elements to add to a page. */
export interface HtmlAdditions {
  readonly meta: SandboxMeta | null;
  /** URLs of scripts to run before the page's own. */
  readonly scripts: readonly string[];
}

const escapeAttribute = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&#39;').replaceAll('<', '&lt;');

/** Adds the sandbox's meta element and scripts at the start of a page's head. */
export const prepareHtml = (html: string, { meta, scripts }: HtmlAdditions): string => {
  const added = [
    ...(meta === null ? [] : [`<meta name="latchkey-sandbox" content="${escapeAttribute(JSON.stringify(meta))}">`]),
    ...scripts.map((src) => `<script src="${escapeAttribute(src)}"></script>`),
  ].join('');
  const head = /<head[^>]*>/i.exec(html);
  if (head !== null) return `${html.slice(0, head.index)}${head[0]}${added}${html.slice(head.index + head[0].length)}`;
  // The head's start tag is optional in HTML. Without it, the elements are added after the doctype.
  return html.replace(/^(\s*<!doctype[^>]*>)?/i, (doctype) => `${doctype}${added}`);
};
