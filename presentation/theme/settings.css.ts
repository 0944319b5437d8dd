/** Styles of the settings, also of the parts that features add. Loaded with their chunk. */
export const SETTINGS_CSS = `
.choices{display:grid;gap:6px}
.choices .hint{min-block-size:calc(var(--fs)*1.25*1.45*2 + 14px)}
.choices legend{padding:4px 12px 8px;color:var(--fg2);font-size:calc(var(--fs)*1.35);font-weight:500}
.choice{display:flex;align-items:center;gap:12px;padding:12px 14px;border-radius:calc(var(--r)*4);background:var(--s1);font-weight:500;cursor:pointer}
.choice:has(:checked){box-shadow:inset 0 0 0 1.5px var(--tone)}
.choice:has(:focus-visible){outline:2px solid var(--tone);outline-offset:2px}
.choice input{appearance:none;flex:none;inline-size:20px;block-size:20px;border-radius:50%;box-shadow:inset 0 0 0 1.5px var(--fg2);outline:0}
.choice :checked{box-shadow:inset 0 0 0 6px var(--tone)}
.choice:has([aria-disabled=true]){opacity:.55;cursor:default}
.choice [aria-disabled=true]{opacity:1}
.choice small{display:block;margin-block-start:2px}
.choices.in-line{grid-template-columns:repeat(auto-fit,minmax(min(100%,calc(var(--fs)*9.6)),1fr))}
.in-line .choice{gap:8px;min-inline-size:0;padding:12px 10px;font-size:calc(var(--fs)*1.4)}
.event-log{display:grid;gap:6px}
.event-log summary{cursor:pointer;list-style:none}
.event-log summary::-webkit-details-marker{display:none}
.event-log [open] summary>.ico{rotate:180deg}
.event-log textarea{display:block;inline-size:100%;margin-block-start:6px;padding:10px 12px;border:0;border-radius:calc(var(--r)*4);background:var(--s1);color:var(--fg2);font:calc(var(--fs)*1.2)/1.5 ui-monospace,monospace;overflow-wrap:anywhere;resize:vertical}
@media (hover:hover){.event-log summary:hover{background:var(--s2)}}
@media (forced-colors:active){.choice,.event-log textarea{border:1px solid}.choice input{appearance:auto}}
`;
