/** Styles of the tray of transactions on their way, at the corner of the page: beside the dialog, above the snackbar on small screens. */
export const TRAY_CSS = `
.tray{position:fixed;inset-block-end:max(16px,env(safe-area-inset-bottom));inset-inline-end:16px;z-index:1;display:flex;flex-direction:column;align-items:flex-end;gap:8px;max-inline-size:calc(100vw - 32px)}
.tray-chip{display:flex;align-items:center;gap:10px;min-block-size:44px;padding:10px 16px;border-radius:22px;background:var(--s2);box-shadow:var(--lift);font-size:calc(var(--fs)*1.4);font-weight:500;animation:drop .15s}
.tray-chip>.skeleton{inline-size:10px;block-size:10px;border-radius:50%;background:var(--tone)}
.tray-chip>.ico{color:var(--fg2)}
.tray-chip[aria-expanded=true]>.ico:last-child{transform:rotate(180deg)}
.tray-list{display:grid;gap:6px;inline-size:340px;max-inline-size:100%;max-block-size:min(440px,60dvh);overflow-y:auto;overscroll-behavior:contain;padding:8px;border-radius:calc(var(--r)*5);background:var(--card);box-shadow:var(--lift);list-style:"";animation:drop .15s}
.tray-list[hidden]{display:none}
.tray-item{display:grid;gap:8px;padding:10px 12px;border-radius:calc(var(--r)*3.5);background:var(--s1)}
.tray-line{display:flex;align-items:baseline;gap:10px}
.tray-line>span:first-child,.tray-line>.link:first-child{flex:1;min-inline-size:0;font-weight:600;overflow-wrap:anywhere}
.tray-status{flex:none;font-size:calc(var(--fs)*1.25);font-weight:500;color:var(--fg2)}
.tray-status.good{color:var(--good)}
.tray-status.bad{color:var(--danger)}
.tray-item .two{display:flex;align-items:center;gap:8px}
.tray-item .two>p{flex:1}
.tray-item .two>.btn{flex:1;inline-size:auto;min-block-size:44px;padding:6px 12px;background:var(--s2);font-size:calc(var(--fs)*1.4)}
.tray-item .error{display:flex;gap:8px;font-size:calc(var(--fs)*1.25)}
@media (max-width:430px){
.tray{inset-block-end:calc(72px + env(safe-area-inset-bottom))}
dialog .tray{inset-block:12px auto;flex-direction:column-reverse}
dialog .tray-list{max-block-size:40dvh}}
@media (forced-colors:active){.tray-chip,.tray-list{border:1px solid CanvasText}}
`;
