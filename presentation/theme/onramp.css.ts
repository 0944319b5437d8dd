/** Styles of buying. Loaded with its chunk, after those of sending, whose form they share. */
export const ONRAMP_CSS = `
.buy-card{display:grid;gap:2px;padding:12px 14px;border-radius:calc(var(--r)*4);background:var(--s1);box-shadow:inset 0 0 0 1px var(--line)}
.buy-card:has(input:focus-visible){outline:2px solid var(--tone);outline-offset:1px}
.buy-card>h2,.buy-list>h2{font-size:calc(var(--fs)*1.3);font-weight:500;color:var(--fg2)}
.buy-note{min-block-size:calc(var(--fs)*1.25*1.45);color:var(--fg2)}
.buy-note.wrong{color:var(--danger)}
.buy-get{flex:1;min-inline-size:0;display:flex;flex-wrap:wrap;align-items:baseline;gap:2px 8px;font-size:calc(var(--fs)*2);font-weight:600;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
.buy-get.unknown{font-size:calc(var(--fs)*1.4);font-weight:500;color:var(--fg2)}
.buy-get .tag{font-size:calc(var(--fs)*1.2)}
.buy-fees{display:grid;gap:2px;padding-block-start:8px;font-size:calc(var(--fs)*1.25);color:var(--fg2);font-variant-numeric:tabular-nums}
.buy-fees div{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 12px}
.buy-fees dd{margin:0;overflow-wrap:anywhere}
.presets{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,calc(var(--fs)*7)),1fr));gap:6px}
.presets button{min-block-size:44px;padding:4px 6px;border-radius:calc(var(--r)*3);background:var(--s1);font-weight:500;font-size:calc(var(--fs)*1.35);text-align:center;overflow-wrap:anywhere}
.presets [aria-pressed=true]{background:var(--card);box-shadow:inset 0 0 0 2px var(--tone)}
.buy-list{display:grid;gap:6px}
@media (hover:hover){.presets button:not([aria-pressed=true]):hover{background:var(--s2)}}
@media (forced-colors:active){.buy-card,.presets button{border:1px solid}.presets [aria-pressed=true]{outline:2px solid Highlight}}
`;
