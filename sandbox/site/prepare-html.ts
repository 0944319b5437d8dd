/** What a page learns of the sandbox. It is the content of `<meta name="latchkey-sandbox">`, as JSON. */
export interface SandboxMeta {
  /** JSON-RPC address by CAIP-2 chain id. */
  readonly rpc: Readonly<Record<string, string>>;
  /** CAIP-19 ids of the tokens on these chains. @see https://chainagnostic.org/CAIPs/caip-19 */
  readonly tokens: readonly string[];
  /** Origin of the wallet. */
  readonly wallet: string;
  /** Address of the relay. */
  readonly relay: string;
  /** Address of the wallet directory. */
  readonly walletDirectory: string;
  /** Address of its image service. */
  readonly images: string;
  /** The Esplora API of the Bitcoin node; absent where none runs. */
  readonly esplora?: string;
}

/** What is put into a page. */
export interface HtmlAdditions {
  readonly meta: SandboxMeta | null;
  /** Addresses of scripts that run before the page's own. */
  readonly scripts: readonly string[];
}

const escapeAttribute = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&#39;').replaceAll('<', '&lt;');

/** Puts the sandbox's address book and scripts at the head of a page, before anything of its own. */
export const prepareHtml = (html: string, { meta, scripts }: HtmlAdditions): string => {
  const added = [
    ...(meta === null ? [] : [`<meta name="latchkey-sandbox" content="${escapeAttribute(JSON.stringify(meta))}">`]),
    ...scripts.map((src) => `<script src="${escapeAttribute(src)}"></script>`),
  ].join('');
  const head = /<head[^>]*>/i.exec(html);
  if (head !== null) return `${html.slice(0, head.index)}${head[0]}${added}${html.slice(head.index + head[0].length)}`;
  // The start tag of a head may be left out; then only the document type comes before what is added.
  return html.replace(/^(\s*<!doctype[^>]*>)?/i, (doctype) => `${doctype}${added}`);
};
