/** Styles of the views after the first one. Loaded with their chunk. */
export const INNER_CSS = `
.features{display:flex;flex-wrap:wrap;gap:8px;padding-block-end:12px}
.features>.btn{flex:1 1 120px;inline-size:auto}
.plus{color:var(--good)}
.minus{color:var(--danger)}
.more{display:grid;gap:8px;justify-items:center;padding:10px 8px;text-align:center}
.more h2{font-size:calc(var(--fs)*1.5)}
.more .btn{inline-size:auto}
.chip{display:inline-flex;align-items:center;gap:8px;min-block-size:44px;max-inline-size:100%;padding-block:4px;padding-inline:8px 12px;border-radius:calc(var(--r)*5.5);background:var(--s1);font-weight:500;font-size:calc(var(--fs)*1.4)}
.row:disabled:has(.why){opacity:1;color:var(--fg2)}
.row:disabled:has(.why) .pic{opacity:.55}
.hint+.hint{padding-block-start:0}
.chip,.addr{transition:background-color .125s,filter .125s}
.chip>span{position:relative;overflow-wrap:anywhere}
.texts{display:grid;gap:6px;justify-items:center;align-content:start;min-block-size:calc(var(--fs)*7.4)}
.slot{display:grid;gap:12px;align-content:start}
.slot>:empty{margin-block-start:-12px}
.caution{display:flex;gap:12px;padding:12px 14px;border-radius:calc(var(--r)*4);background:color-mix(in srgb,var(--danger) 12%,transparent);box-shadow:inset 0 0 0 1px color-mix(in srgb,var(--danger) 40%,transparent)}
.caution>.ico{color:var(--danger);margin-block-start:1px}
.caution h2{font-size:calc(var(--fs)*1.5)}
.ring{position:relative;margin-block:4px 14px}
.ring>svg{position:absolute;inset:-9px;inline-size:calc(100% + 18px);block-size:calc(100% + 18px);fill:none;stroke-width:2.5;stroke:var(--line)}
.ring rect{x:2px;y:2px;width:calc(100% - 4px);height:calc(100% - 4px);rx:24px}
.ring.round rect{rx:50%}
.ring .run{stroke:var(--tone);stroke-dasharray:22 78;stroke-linecap:round;animation:turn 1.4s linear infinite}
@keyframes turn{to{stroke-dashoffset:-100}}
.badge{position:absolute;inset-inline-end:-8px;inset-block-end:-8px;display:grid;place-items:center;inline-size:30px;block-size:30px;border-radius:50%;background:var(--danger);color:var(--card);border:3px solid var(--card)}
.badge.ok{background:var(--good)}
.badge .ico{inline-size:16px;block-size:16px;stroke-width:2.6}
.intro{gap:20px;padding:8px 6px 12px}
.intro li{display:flex;gap:16px}
.intro h2{font-size:calc(var(--fs)*1.5);margin-block-end:2px}
.art{flex:none;stroke:var(--fg2);stroke-width:1.6;stroke-linecap:round;stroke-linejoin:round}
.art .tint{fill:color-mix(in srgb,var(--tone) 26%,transparent);stroke:none}
.who{display:grid;grid-template-columns:minmax(0,1fr);justify-items:center;gap:4px;padding:4px 0 18px;text-align:center}
.who .pic{margin-block-end:10px}
.addr{display:inline-flex;align-items:center;gap:6px;min-block-size:44px;padding-inline:14px;border-radius:calc(var(--r)*3);font-weight:600;font-size:min(calc(var(--fs)*1.8),26px)}
.addr .ico{inline-size:17px;block-size:17px;color:var(--fg2)}
.ident{display:flex;align-items:center;min-block-size:44px;max-inline-size:100%}
.ident:has(.tap)::before{content:"";flex:0 9999 40px}
.ident .addr{padding-inline:10px 4px;min-inline-size:0;overflow-wrap:anywhere}
.ident .swap{min-inline-size:0}
.who .tap{inline-size:40px}
.who .tap .ico{inline-size:17px;block-size:17px}
.via{display:flex;flex-wrap:wrap;align-items:center;justify-content:center;gap:6px 8px;min-block-size:28px}
.who .via .pic{margin:0}
.confirm{display:grid;gap:14px;padding:14px;border-radius:calc(var(--r)*4);box-shadow:inset 0 0 0 1px var(--line2);outline:0}
.confirm h2{font-size:calc(var(--fs)*1.5)}
.pair{display:flex;flex-wrap:wrap;gap:8px}
.pair>.btn{flex:1 1 auto;inline-size:auto;max-inline-size:100%;padding-inline:12px}
.money{display:flex;align-items:center;justify-content:center;gap:4px;min-block-size:32px;color:var(--fg2)}
.term-list{display:grid;gap:6px;inline-size:min(100%,26em);margin:4px 0 0;padding:12px 14px;border-radius:calc(var(--r)*3);background:var(--s1);font-size:calc(var(--fs)*1.3);text-align:start}
.term-list[hidden]{display:none}
.term-list div{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 12px}
.term-list dt{color:var(--fg2)}
.term-list dd{margin-inline:auto 0;overflow-wrap:anywhere;text-align:end;font-variant-numeric:tabular-nums}
.money [aria-expanded=true] svg{rotate:180deg}
.money button{display:grid;place-items:center;min-inline-size:32px;min-block-size:32px;border-radius:50%}
.tabs{display:flex;flex-wrap:wrap;gap:8px 4px;padding:4px;border-radius:calc(var(--r)*4);background:var(--s1)}
.tabs+.tabs{margin-block-end:10px}
.tabs button{flex:1 1 auto;min-inline-size:0;min-block-size:36px;padding:4px 8px;border-radius:calc(var(--r)*3);color:var(--fg2);font-weight:500;font-size:calc(var(--fs)*1.4);text-align:center;overflow-wrap:anywhere;transition:background-color .125s,color .125s}
:is(.tabs,.money) button{position:relative}
:is(.tabs,.money) button::before{content:"";position:absolute;inset:-4px 0}
.money button::before{inset:-6px}
.tabs button::after{content:attr(data-text);display:block;block-size:0;overflow:hidden;visibility:hidden;font-weight:600}
.tabs [aria-selected=true]{background:var(--card);color:var(--fg);font-weight:600;box-shadow:0 0 0 1px var(--line)}
small>.item+.item::before{content:" · "}
.switches{display:grid;gap:8px}
.switches:not(:empty){padding-block-end:10px}
.pinned{position:sticky;inset-block-start:0;z-index:1;margin:-8px -14px -12px;padding:8px 14px 12px;background:var(--card)}
.pending-request{margin-block-start:12px}
.stack:has(>.pinned){display:flex;flex-direction:column}
.scroll:has(.pinned){scroll-padding-block-start:80px}
.net{grid-column:1/3;justify-self:start;margin-inline-start:4px}
.now{color:var(--tone);display:grid}
.scroll{max-block-size:min(600px,max(150px,100dvh - var(--around,104px) - var(--keyboard,0px)))}
@media (max-height:430px){.mid{padding-block:4px}.mid>.ring{margin-block:6px 10px}.ring>.pic{inline-size:52px;block-size:52px}.ring>.pic:not(.round){border-radius:14px}.texts{min-block-size:0}}
@media (max-width:430px){dialog.lk .card{padding-block-end:max(env(safe-area-inset-bottom),var(--keyboard,0px))}}
@media (hover:hover){:is(.addr,.money button):hover{background:var(--s1)}.chip:not(:disabled):hover{background:var(--s2)}}
@media (forced-colors:active){.chip,.confirm,.caution,.term-list{border:1px solid}.art{stroke:CanvasText}.art .tint{fill:GrayText}.ring>svg{stroke:GrayText}.ring .run{stroke:Highlight}.tabs [aria-selected=true]{outline:2px solid Highlight;outline-offset:-2px}.tabs button{border:1px solid ButtonText}}
`;
