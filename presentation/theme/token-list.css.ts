/** Styles of tokens. Loaded with the chunks that show them. */
export const TOKEN_LIST_CSS = `
.amounts{display:grid;justify-items:end;min-inline-size:0;max-inline-size:50%;text-align:end;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
.amounts small:empty{display:none}
.row:has(>.amounts){flex-wrap:nowrap}
.row:has(>.amounts)>:nth-child(2){flex:1 1 0}
.token-name{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden}
.row bdi.quantity[dir=ltr],.row .amounts bdi[dir=ltr]{white-space:normal}
.row small>.tag{inline-size:fit-content;margin-block-start:3px}
.total{display:flex;align-items:baseline;flex-wrap:wrap;justify-content:center;gap:0 8px;min-block-size:calc(var(--fs)*2.9);font-variant-numeric:tabular-nums}
.total .skeleton{align-self:center}
.total strong{font-size:calc(var(--fs)*2);overflow-wrap:anywhere}
.account-panel{display:grid;gap:8px;padding-block:8px 12px}
.token-list{position:relative;max-block-size:min(420px,max(150px,100dvh - 160px - var(--around,104px) - var(--keyboard,0px)));margin-inline:-6px;padding-inline:6px;overflow-y:auto;overscroll-behavior:contain;scrollbar-width:thin;scrollbar-color:var(--line2) transparent}
.token-list>ul{position:relative;list-style:""}
.token-list li{position:absolute;contain:layout style;inset-block-start:0;inset-inline:0;padding-block-end:6px}
.token-head{display:grid;grid-template-columns:minmax(0,1fr);justify-items:center;gap:4px;text-align:center;overflow-wrap:anywhere}
.token-head .pic{margin-block-end:8px}
.token-amount{font-size:calc(var(--fs)*1.8);font-weight:600;font-variant-numeric:tabular-nums}
.token-terms{inline-size:100%}
.token-address{display:grid;gap:8px}
.token-address h3{font-size:calc(var(--fs)*1.3);color:var(--fg2);font-weight:500}
.token-address code{overflow-wrap:anywhere}
`;
