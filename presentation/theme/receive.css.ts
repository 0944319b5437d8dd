/** Styles of receiving. Loaded with its chunk. */
export const RECEIVE_CSS = `
.receive-address{display:grid;gap:2px;justify-items:center;padding:4px 12px;text-align:center}
.receive-address code{font-family:inherit;font-size:calc(var(--fs)*1.4);font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
`;
