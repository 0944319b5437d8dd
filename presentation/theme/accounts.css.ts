/** Styles of the views with several accounts. Loaded with their chunk. */
export const ACCOUNTS_CSS = `
.mid.tight{padding-block:4px 4px}
.group{display:grid;gap:8px}
.group+.group{padding-block-start:12px;border-block-start:1px solid var(--line)}
.grouphead{display:flex;align-items:center;gap:10px;padding-inline:8px 0}
.grouphead h2{flex:1;min-inline-size:0;font-size:calc(var(--fs)*1.5)}
.grouphead small{display:block}
.row bdi[dir=ltr]{white-space:nowrap}
.ends{display:flex;align-items:center;gap:12px;margin-inline-start:auto;color:var(--fg2)}
.tag.used{color:var(--good)}
.pick{cursor:pointer}
.pick:has(:disabled){cursor:default}
.pick input{appearance:none;flex:none;display:grid;place-items:center;inline-size:24px;block-size:24px;border-radius:calc(var(--r)*1.5);box-shadow:inset 0 0 0 1px var(--fg2);cursor:inherit}
.pick :checked{background:var(--accent);box-shadow:none}
.pick :checked::before{content:"";inline-size:13px;block-size:6px;margin-block-end:4px;border:solid var(--on);border-width:0 0 2px 2px;rotate:-45deg}
.pick :disabled{opacity:.55}
.pick:has(:focus-visible){outline:2px solid var(--tone);outline-offset:2px}
.pick :focus-visible{outline:0}
.all{justify-self:end;min-block-size:36px;padding-inline:8px;border-radius:calc(var(--r)*2);color:var(--tone);font-weight:600;font-size:calc(var(--fs)*1.4)}
.mark{display:grid;place-items:center;flex:none;inline-size:24px;block-size:24px;border-radius:50%}
.mark.connected{color:var(--good)}
.mark.failed{color:var(--danger)}
.mark.waiting{box-shadow:inset 0 0 0 2px var(--line)}
.mark.requesting{border:2.5px solid var(--line);border-block-start-color:var(--tone);animation:spin 1s linear infinite}
@keyframes spin{to{rotate:1turn}}
div.row[data-status=requesting]{background:var(--s1)}
@media (hover:hover){.pick:hover{background:var(--s2)}.all:hover{text-decoration:underline;text-underline-offset:3px}}
@media (forced-colors:active){.pick{border:1px solid ButtonText}.all{text-decoration:underline;text-underline-offset:3px}.pick input{appearance:auto}.mark.waiting{border:2px solid GrayText}.mark.requesting{border-block-start-color:Highlight}}
`;
