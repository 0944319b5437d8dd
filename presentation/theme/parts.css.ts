/** What views are built of: rows, buttons, pictures, tags, notes, fields. */
export const PARTS_CSS = `
button,a{cursor:pointer;touch-action:manipulation}
button{border:0;background:none;text-align:inherit}
button:disabled,[aria-disabled=true]{cursor:default}
:focus-visible{outline:2px solid var(--tone);outline-offset:2px}
.ico{inline-size:20px;block-size:20px;flex:none;fill:none;stroke:currentColor;stroke-width:1.8;stroke-linecap:round;stroke-linejoin:round}
.flip:dir(rtl){transform:scaleX(-1)}
.tap{display:grid;place-items:center;inline-size:44px;block-size:44px;border-radius:calc(var(--r)*3.5);color:var(--fg2);transition:background-color .125s,color .125s}
.list{display:grid;gap:6px;list-style:none}
.row{display:flex;align-items:center;gap:12px;inline-size:100%;min-block-size:56px;padding:8px 14px 8px 8px;padding-inline:8px 14px;border-radius:calc(var(--r)*4);background:var(--s1);font-weight:500;text-decoration:none;transition:background-color .125s}
.row.bare{background:none}
.row>:nth-child(2){flex:1;min-inline-size:0;overflow-wrap:anywhere}
.row small{display:block}
.row:disabled,.row[aria-disabled=true]{opacity:.55}
.row .ico:last-child{color:var(--fg2)}
.pic{position:relative;flex:none;display:grid;place-items:center;inline-size:var(--size,40px);block-size:var(--size,40px);border-radius:calc(var(--size,40px)*.26);overflow:hidden;background:var(--s2);color:var(--fg2)}
.pic.round{border-radius:50%}
.pic::after{content:"";position:absolute;inset:0;border-radius:inherit;box-shadow:inset 0 0 0 1px var(--line)}
.pic img{inline-size:100%;block-size:100%;object-fit:cover;display:block}
.pic b{font-weight:600;font-size:calc(var(--size,40px)*.42);color:#fff}
.tag{flex:none;padding:2px 8px;border-radius:calc(var(--r)*2);background:var(--s2);color:var(--fg2);font-size:calc(var(--fs)*1.15);font-weight:500;line-height:1.6}
.tag.warn{display:flex;align-items:center;gap:4px;color:var(--danger)}
.tag .ico.ico{inline-size:13px;block-size:13px;color:inherit}
.btn{display:flex;align-items:center;justify-content:center;gap:8px;inline-size:100%;min-block-size:48px;padding:10px 18px;border-radius:calc(var(--r)*4);background:var(--s1);font-weight:600;text-align:center;text-decoration:none;transition:background-color .125s,filter .125s}
.btn.main{background:var(--accent);color:var(--on)}
.btn[aria-disabled=true]{opacity:.55}
.chip{display:inline-flex;align-items:center;gap:8px;min-block-size:44px;max-inline-size:100%;padding:4px 12px;padding-inline:8px 12px;border-radius:calc(var(--r)*5.5);background:var(--s1);font-weight:500;font-size:calc(var(--fs)*1.4);transition:background-color .125s}
.chip>span:nth-child(2){overflow-wrap:anywhere}
@media (hover:hover){.row:not(:disabled,[aria-disabled=true]):hover,.chip:not(:disabled):hover,.btn:not(.main,[aria-disabled=true]):hover,.tap:hover{background:var(--s2);color:var(--fg)}.btn.main:hover{filter:brightness(1.06)}}
.row:active:not(:disabled),.btn:active,.chip:active{filter:brightness(.94)}
.bone{display:block;border-radius:calc(var(--r)*1.5);background:var(--s2);animation:pulse 1.6s ease-in-out infinite}
.stack{display:grid;gap:12px}
fieldset{border:0;min-inline-size:0}
fieldset:disabled{opacity:.55}
.mid{display:grid;justify-items:center;gap:6px;text-align:center;padding:20px 12px 12px}
.words{display:grid;gap:6px;justify-items:center;align-content:start;min-block-size:calc(var(--fs)*9.5)}
.slot{min-block-size:48px}
.mid h2,.mid p{max-inline-size:30ch;overflow-wrap:anywhere;text-wrap:balance}
h2{font-weight:600;font-size:calc(var(--fs)*1.7)}
p,small,.dim{color:var(--fg2);font-size:calc(var(--fs)*1.4);text-wrap:pretty}
small{font-size:calc(var(--fs)*1.25);font-weight:400}
.bad{color:var(--danger)}
.link{color:var(--fg);text-decoration:underline;text-underline-offset:3px;text-decoration-color:var(--line2);display:inline-block;padding-block:2px}
.link:hover{text-decoration-color:currentColor}
.fine{font-size:calc(var(--fs)*1.25);text-align:center;padding-inline:8px}
.legal{display:flex;gap:10px;align-items:center;padding:4px 8px;min-block-size:44px;font-size:calc(var(--fs)*1.35);color:var(--fg2)}
.legal input{flex:none;inline-size:24px;block-size:24px;accent-color:var(--accent)}
.ring{position:relative;margin-block:4px 14px}
.ring>svg{position:absolute;inset:-9px;inline-size:calc(100% + 18px);block-size:calc(100% + 18px);fill:none;stroke-width:2.5;stroke:var(--line)}
.ring rect{x:2px;y:2px;width:calc(100% - 4px);height:calc(100% - 4px);rx:24px}
.ring.round rect{rx:50%}
.ring>svg .run{stroke:var(--tone);stroke-dasharray:22 78;stroke-linecap:round;animation:turn 1.4s linear infinite}
.intro{gap:20px;padding:8px 6px 8px}
.intro li{display:flex;gap:16px;align-items:flex-start}
.intro h2{font-size:calc(var(--fs)*1.5);margin-block-end:2px}
.art{flex:none;stroke:var(--fg2);stroke-width:1.6;stroke-linecap:round;stroke-linejoin:round}
.art .tint{fill:color-mix(in srgb,var(--tone) 26%,transparent);stroke:none}
.badge{position:absolute;inset-inline-end:-8px;inset-block-end:-8px;display:grid;place-items:center;inline-size:30px;block-size:30px;border-radius:50%;background:var(--danger);color:var(--card);border:3px solid var(--card)}
.badge.ok{background:var(--good)}
.badge .ico{inline-size:16px;block-size:16px;stroke-width:2.6}
@media (forced-colors:active){.row,.btn,.chip,.tap,.tag,.field{border:1px solid ButtonText}.pic,.badge{forced-color-adjust:none}.bone{background:GrayText}.ring rect{x:2px;y:2px;width:calc(100% - 4px);height:calc(100% - 4px);rx:24px}
.ring>svg .run{stroke:Highlight}.row:disabled,.row[aria-disabled=true],.btn[aria-disabled=true]{opacity:1;color:GrayText;border-color:GrayText}:focus-visible{outline-color:Highlight}}
`;
