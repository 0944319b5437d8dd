/** A node that can adopt constructable style sheets. */
type StyleRoot = Pick<DocumentOrShadowRoot, 'adoptedStyleSheets'> & Node;

const sheets = new WeakMap<Document, Map<string, CSSStyleSheet>>();

const sheetOf = (ownerDocument: Document, css: string): CSSStyleSheet => {
  const documentSheets = sheets.get(ownerDocument) ?? new Map<string, CSSStyleSheet>();
  sheets.set(ownerDocument, documentSheets);
  // A sheet can only be adopted by the document whose window created it; a pop-out window has its own.
  const sheet = documentSheets.get(css) ?? new (ownerDocument.defaultView ?? window).CSSStyleSheet();
  if (!documentSheets.has(css)) sheet.replaceSync(css);
  documentSheets.set(css, sheet);
  return sheet;
};

/**
 * Adopts a style sheet into a shadow root or document, once. Constructable sheets need neither a `style` element nor an attribute, so they
 * work under a CSP with `style-src 'self'`.
 * @see https://www.w3.org/TR/cssom-1/#dom-documentorshadowroot-adoptedstylesheets
 */
export const adoptStyles = (root: StyleRoot, css: string): void => {
  // `ownerDocument` is `null` for documents only.
  const sheet = sheetOf(root.ownerDocument ?? (root as Document), css);
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
};
