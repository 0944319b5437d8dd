/** Styles of the wallet grid. Loaded with its chunk. The height is set before the wallets arrive, to avoid layout shifts. */
export const LIST_CSS = `
.finder{display:flex;flex-wrap:wrap;gap:8px;min-inline-size:0}
.finder .field{flex:1 1 160px;min-inline-size:0}
.finder>.tap{display:flex;align-items:center;gap:6px;inline-size:auto;block-size:48px;padding-inline:12px;font-weight:500;font-size:calc(var(--fs)*1.4);border-radius:calc(var(--r)*4);background:var(--s1);box-shadow:inset 0 0 0 1px var(--line)}
.finder>.tap[aria-pressed][aria-pressed=true]{color:var(--on);background:var(--accent);box-shadow:none}
.wallet-grid{position:relative;block-size:min(430px,max(150px,100dvh - 100px - var(--around,104px) - var(--keyboard,0px)));margin-inline:-6px;overflow-y:auto;overscroll-behavior:contain;scrollbar-width:thin;scrollbar-color:var(--line2) transparent;border-radius:calc(var(--r)*3)}
.wallet-grid>.list{display:block;position:relative}
.wallet-grid li{position:absolute;inset-block-start:0;inline-size:calc(100%/var(--columns));padding:3px;inset-inline-start:calc(100%/var(--columns)*var(--lane))}
.cell{position:relative;display:grid;grid-template-rows:auto 1fr;justify-items:center;align-content:start;gap:6px;inline-size:100%;block-size:100%;padding:10px 4px 6px;border-radius:calc(var(--r)*4);font-weight:500;font-size:calc(var(--fs)*1.25);line-height:1.25;text-align:center;text-decoration:none;transition:background-color .125s}
.cell:focus-visible{outline-offset:1px}
.cell>bdi{inline-size:100%;overflow:hidden;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow-wrap:anywhere}
.cell .dot{position:absolute;inset-block-start:6px;inset-inline-start:calc(50% + 16px);display:grid;place-items:center;inline-size:18px;block-size:18px;border-radius:50%;background:var(--card);color:var(--good)}
.cell .dot.warn{color:var(--danger)}
.cell .dot .ico{inline-size:16px;block-size:16px}
.cell .skeleton{inline-size:70%;block-size:12px}
.cell .pic.skeleton{inline-size:48px;block-size:48px}
@media (min-width:431px){.wallet-grid>.mid{min-block-size:100%;align-content:center}}
.more{display:grid;gap:8px;justify-items:center;padding:10px 8px;text-align:center}
.more .btn{inline-size:auto}
@media (hover:hover){.cell:is(a,button):hover{background:var(--s1)}}
@media (forced-colors:active){.cell:is(a,button){border:1px solid ButtonText}.finder>[aria-pressed=true]{outline:2px solid Highlight}}
`;
