/** Styles of the embedded wallet's views. Loaded with their chunk. The frame's own inline styles place it where there is no modal. */
export const EMAIL_CSS = `
.frame{margin:-8px -14px -14px;background:var(--card)}
.frame ::slotted(iframe){position:static!important;inline-size:100%!important;max-block-size:min(600px,100dvh - var(--around,104px));margin:0!important;inset:auto!important;border-radius:0!important;color-scheme:normal;vertical-align:top}
.frame-wait{align-content:center;min-block-size:240px;gap:14px}
.address{display:block;color:var(--fg);font-weight:600;overflow-wrap:anywhere}
.code{position:relative;display:grid;grid-template-columns:repeat(6,minmax(0,48px));justify-content:center;gap:8px}
.code span{display:grid;place-items:center;min-block-size:56px;border-radius:calc(var(--r)*3);background:var(--s1);box-shadow:inset 0 0 0 1px var(--line);font-size:calc(var(--fs)*2.2);font-weight:600}
.code:focus-within .next{outline:2px solid var(--tone);outline-offset:1px}
.code.wrong span{box-shadow:inset 0 0 0 1px var(--danger)}
.code input{position:absolute;inset:0;inline-size:100%;border:0;background:none;color:transparent;caret-color:transparent;outline:0;font-size:16px;letter-spacing:1em;cursor:text}
.code input::selection{background:none}
.outcome{display:grid;text-align:center;min-block-size:calc(var(--fs)*1.25*1.45*2 + 14px)}
.outcome>*{grid-area:1/1}
.number{display:grid;justify-items:center;gap:4px}
.number:not(:empty){padding-block:10px 6px}
.number b{font-size:calc(var(--fs)*4.4);font-weight:600;letter-spacing:.08em;text-indent:.08em;line-height:1.2}
.waiting{display:flex;align-items:center;gap:10px}
@media (max-width:359px){.code{gap:5px}}
@media (forced-colors:active){.code span{border:1px solid}}
`;
