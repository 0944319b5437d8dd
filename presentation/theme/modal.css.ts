/**
 * Styles of the dialog, card, header, animated body and feedback. Uses logical properties only, so that it mirrors in RTL. `.start` resets
 * what the page's universal rules set on our element. An embedded card is as high as its content, as the page scrolls.
 */
export const MODAL_CSS = `
:host{all:initial;position:fixed;inset-block-start:0;inset-inline-start:0;z-index:var(--lk-z-index,999);pointer-events:auto}
:host([data-embedded]){position:relative;inset:auto;display:block;inline-size:100%;max-inline-size:400px}
.start{all:initial;display:contents}
:host([data-embedded]) .scroll:not(:has(.pinned)){max-block-size:none}
*,*::before,*::after{box-sizing:border-box;margin:0;padding:0;font:inherit;color:inherit}
.lk{color-scheme:var(--scheme);font:400 calc(var(--fs)*1.5)/1.45 var(--font);color:var(--fg);letter-spacing:-.006em;text-align:start;font-variant-numeric:tabular-nums;-webkit-font-smoothing:antialiased;-webkit-tap-highlight-color:transparent}
section.lk{position:relative}
dialog.lk{border:0;background:none;position:fixed;inset:0;margin:max(16px,(100dvh - 656px)/2) auto auto;inline-size:360px;max-inline-size:calc(100vw - 16px);block-size:fit-content;max-block-size:none;overflow:visible;overscroll-behavior:contain;opacity:0;transform:translateY(8px) scale(.985);transition:opacity .18s,transform .24s cubic-bezier(.2,.8,.2,1),display .24s allow-discrete,overlay .24s allow-discrete}
dialog.lk[open]{opacity:1;transform:none}
dialog.lk::backdrop{background:var(--veil);opacity:0;transition:opacity .2s,display .2s allow-discrete,overlay .2s allow-discrete;touch-action:none}
dialog.lk[open]::backdrop{opacity:1}
@starting-style{dialog.lk[open]{opacity:.4;transform:translateY(12px) scale(.985)}dialog.lk[open]::backdrop{opacity:0}}
.card{position:relative;background:var(--card);border-radius:calc(var(--r)*7);box-shadow:var(--lift);overflow:hidden;outline:0 solid var(--danger);outline-offset:3px}
.shake{animation:shake .5s}
@keyframes shake{15%,75%{transform:translateX(-6px)}30%,90%{transform:translateX(5px)}45%{transform:translateX(-4px)}60%{transform:translateX(3px)}}
.head{display:grid;grid-template-columns:44px 1fr 44px;align-items:center;gap:4px;padding:10px 10px 2px;min-block-size:56px}
.head>*{grid-row:1}
.head h1{grid-column:2;font-weight:600;font-size:calc(var(--fs)*1.6);text-align:center;overflow-wrap:anywhere;outline:0}
.head h1 span{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden;animation:fade .12s}
.end{grid-column:3}
.clip{position:relative;overflow:hidden;transition:block-size .15s ease}
.scroll{position:relative;max-block-size:min(600px,100dvh - var(--around,104px));overflow-y:auto;overscroll-behavior:contain;scrollbar-width:thin;scrollbar-color:var(--line2) transparent}
.view{padding:8px 14px 14px}
.ghost{position:absolute;inset:0;overflow:hidden;background:var(--card);pointer-events:none;z-index:1}
.ghost *{animation:none!important}
@keyframes fade{from{opacity:0}}
@keyframes pulse{50%{opacity:.45}}
.sr{position:absolute;inline-size:1px;block-size:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.offline{display:flex;gap:10px;align-items:center;margin:4px 14px;padding:10px 14px;border-radius:calc(var(--r)*3);background:var(--s1);font-size:calc(var(--fs)*1.3)}
.float{position:absolute;inset-inline:0;inset-block-end:calc(100% + 8px);pointer-events:none}
.float>div{display:grid;gap:8px;justify-items:center}
.float>div:not(:empty)+div:not(:empty){margin-block-start:8px}
.snack,.alert{display:flex;align-items:center;gap:10px;max-inline-size:100%;padding:10px 16px;min-block-size:44px;border-radius:calc(var(--r)*5.5);background:var(--s2);box-shadow:var(--lift);font-size:calc(var(--fs)*1.4);font-weight:500;overflow-wrap:anywhere;pointer-events:auto;animation:drop .15s}
.snack[data-open=false]{opacity:0;visibility:hidden;transition:opacity .15s,visibility .15s}
.snack .ico{color:var(--good)}
.snack .skeleton{inline-size:14px;block-size:14px;border-radius:50%;background:var(--tone)}
.alert>.ico,.error .ico{color:var(--danger)}
.alert{padding-block:0;padding-inline-end:0}
.toast .float{position:fixed;inset-block:auto max(16px,env(safe-area-inset-bottom));padding-inline:16px}
@keyframes drop{from{opacity:0;transform:translateY(6px)}}
@media (max-width:430px){
dialog.lk{inset-block:auto 0;margin:0;inline-size:100%;max-inline-size:none;transform:translateY(100%);opacity:1;transition-duration:.2s,.28s,.28s,.28s}
@starting-style{dialog.lk[open]{transform:translateY(100%);opacity:1}}
dialog.lk .card{border-end-start-radius:0;border-end-end-radius:0;padding-block-end:env(safe-area-inset-bottom)}
dialog.lk .card::before{content:"";position:absolute;inset-block-start:6px;inset-inline:0;margin-inline:auto;inline-size:36px;block-size:4px;border-radius:2px;background:var(--line2)}
dialog.lk .head{padding-block-start:14px;touch-action:none}}
@media (min-width:431px) and (max-height:700px){dialog.lk{--around:88px;margin-block:16px auto}}
@media (min-width:431px) and (max-height:780px),(max-height:520px){.float{inset-block:8px auto;z-index:2}}
@media (prefers-reduced-motion:reduce){*,*::before,*::after,dialog.lk,dialog.lk::backdrop{animation-duration:.01ms!important;animation-iteration-count:1!important;transition-duration:.01ms!important}.shake{outline-width:3px}}
@media (forced-colors:active){.card,.snack,.alert,.offline{border:1px solid CanvasText}.shake{outline-width:3px}}
`;
