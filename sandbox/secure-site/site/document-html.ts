import { CONFIG_META, type SiteConfig } from '../documents/site-config.js';
import type { DocumentScript } from './build-documents.js';

/** What a document loads. */
export interface DocumentParts {
  readonly title: string;
  /** Class of the body. */
  readonly kind: 'frame' | 'window';
  /** Path of the style sheet. */
  readonly css: string;
  readonly script: DocumentScript;
  readonly config: SiteConfig;
}

const escapeAttribute = (value: string): string => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** The HTML of a document. Its script fills `main`. */
export const documentHtml = ({ title, kind, css, script, config }: DocumentParts): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
<meta name="${CONFIG_META}" content="${escapeAttribute(JSON.stringify(config))}">
<link rel="stylesheet" href="${css}">
${script.imports.map((path) => `<link rel="modulepreload" href="${path}">`).join('')}
<script type="module" src="${script.path}"></script>
</head>
<body class="${kind}"><main aria-live="polite"></main><noscript>The wallet needs JavaScript.</noscript></body>
</html>
`;
