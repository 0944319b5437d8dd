/** Where a constructable style sheet can be put. */
type StyleRoot = Pick<DocumentOrShadowRoot, 'adoptedStyleSheets'> & Node;

const sheets = new WeakMap<Document, Map<string, CSSStyleSheet>>();

const sheetOf = (owner: Document, css: string): CSSStyleSheet => {
  const known = sheets.get(owner) ?? new Map<string, CSSStyleSheet>();
  sheets.set(owner, known);
  // A sheet can only be adopted in the document whose window made it (a pop-out window has its own).
  const sheet = known.get(css) ?? new (owner.defaultView ?? window).CSSStyleSheet();
  if (!known.has(css)) sheet.replaceSync(css);
  known.set(css, sheet);
  return sheet;
};

/**
 * Puts a style sheet into a shadow root or document, once. Constructable sheets need neither a `style` element nor an
 * attribute, so that a page with `style-src 'self'` shows us as we are.
 * @see https://www.w3.org/TR/cssom-1/#dom-documentorshadowroot-adoptedstylesheets
 */
export const adoptStyles = (root: StyleRoot, css: string): void => {
  // Only a document has no document that owns it.
  const sheet = sheetOf(root.ownerDocument ?? (root as Document), css);
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
};
