import { CONFIG_PATH } from './document-bundle.js';

/** What a document loads. */
export interface DocumentFiles {
  readonly title: string;
  /** Class of the body. The operations document and those of the keys show nothing; the former is not configured. */
  readonly kind: 'frame' | 'window' | 'operations' | 'keys';
  /** Name of the style sheet. */
  readonly css: string;
  /** Name of the script. */
  readonly script: string;
  /** Scripts that it imports, so that the browser loads them at once. */
  readonly imports: readonly string[];
  /** Of the style sheet and of all scripts that the document may load, lazy chunks as well. By name. */
  readonly integrity: Readonly<Record<string, string>>;
}

/** Of the scripts. @see https://html.spec.whatwg.org/multipage/webappapis.html#import-map-integrity */
const importMap = (integrity: DocumentFiles['integrity'], css: string): string => {
  const scripts = Object.entries(integrity).filter(([name]) => name !== css);
  return JSON.stringify({ integrity: Object.fromEntries(scripts.map(([name, value]) => [`./${name}`, value])) });
};

/**
 * The HTML of a document, which is the same on all sites: its configuration is loaded beside its scripts. Its links are relative, so that a
 * document stays in the folder of its bundle. Its script fills `main`.
 */
export const documentHtml = ({ title, kind, css, script, imports, integrity }: DocumentFiles): string => {
  const scripts = [
    ...imports.map((name) => `<link rel="modulepreload" href="${name}" integrity="${integrity[name]}">`),
    `<script type="module" src="${script}" integrity="${integrity[script]}"></script>`,
  ];
  const config = `<link rel="preload" as="fetch" href="${CONFIG_PATH}" crossorigin>`;
  const shown = ['<link rel="icon" href="data:,">', config, `<link rel="stylesheet" href="${css}" integrity="${integrity[css]}">`];
  const links = { frame: shown, window: shown, operations: [], keys: [config] }[kind];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<script type="importmap">${importMap(integrity, css)}</script>
${[...links, ...scripts].join('\n')}
</head>
<body class="${kind}"><main aria-live="polite"></main><noscript>The wallet needs JavaScript.</noscript></body>
</html>
`;
};

/** The text of a document's import map; `null` if it has none. */
export const importMapOf = (html: string): string | null => /<script type="importmap">([^<]*)<\/script>/.exec(html)?.[1] ?? null;
