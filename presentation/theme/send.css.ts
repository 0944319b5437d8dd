/** Styles of the form of a transfer. Loaded with its chunk. */
export const SEND_CSS = `
.send-amount{display:grid;gap:2px;padding:12px 14px;border-radius:calc(var(--r)*4);background:var(--s1);box-shadow:inset 0 0 0 1px var(--line)}
.send-amount:has(input:focus-visible){outline:2px solid var(--tone);outline-offset:1px}
.send-line{display:flex;align-items:center;justify-content:space-between;gap:10px;min-inline-size:0}
.send-line input{flex:1;min-inline-size:0;border:0;outline:0;background:none;color:var(--fg);font-size:max(16px,calc(var(--fs)*2.4));font-weight:600;font-variant-numeric:tabular-nums;min-block-size:44px}
.send-line input::placeholder{color:var(--fg2);opacity:1}
.send-line input[aria-invalid=true]{color:var(--danger)}
.send-line small{min-inline-size:0;overflow-wrap:anywhere;font-variant-numeric:tabular-nums}
.send-line .send-balance{margin-inline-start:auto;text-align:end}
.send-token{flex:none;max-inline-size:55%;display:flex;align-items:center;gap:8px;min-block-size:44px;padding-block:6px;padding-inline:8px 12px;border-radius:calc(var(--r)*5.5);background:var(--s2);font-weight:600;overflow-wrap:anywhere}
.text-btn{position:relative;flex:none;min-block-size:32px;padding:2px 8px;border-radius:calc(var(--r)*2);color:var(--fg);font-weight:600;font-size:calc(var(--fs)*1.25);text-decoration:underline;text-underline-offset:3px;text-decoration-color:var(--line2)}
.text-btn::before{content:"";position:absolute;inset:-6px 0}
.send-unit{display:inline-flex;align-items:center;gap:4px;text-decoration:none;color:var(--fg2);font-weight:500;padding-inline:0;font-variant-numeric:tabular-nums}
.send-unit .ico{inline-size:14px;block-size:14px;rotate:90deg}
.send-note{min-block-size:calc(var(--fs)*1.25*1.45 + 14px)}
.scan{inline-size:100%;aspect-ratio:1;object-fit:cover;border-radius:calc(var(--r)*4);background:#000}
.send-note.wrong{color:var(--danger)}
.full-address{display:flex;flex-wrap:wrap;gap:0 .55em;font-size:calc(var(--fs)*1.4);font-variant-numeric:tabular-nums;line-height:1.6}
.full-address mark{background:color-mix(in srgb,var(--danger) 24%,transparent);color:inherit;border-radius:3px;font-weight:700;text-decoration:underline;text-decoration-thickness:2px}
.send-found,.send-name{display:flex;align-items:center;gap:10px;min-inline-size:0}
.send-found{padding:6px 12px}
.send-found>span{min-inline-size:0;overflow-wrap:anywhere}
.contacts h2,.send-side h2{font-size:calc(var(--fs)*1.3);font-weight:500;color:var(--fg2)}
.contacts{display:grid;gap:6px}
.send-side{display:grid;gap:6px;padding:12px 14px;border-radius:calc(var(--r)*4);background:var(--s1)}
.send-sum{display:flex;align-items:center;gap:12px;font-size:calc(var(--fs)*1.8);font-weight:600;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
.send-sum>span{min-inline-size:0}
.send-sum small{display:block}
.speeds{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,calc(var(--fs)*7.5)),1fr));gap:6px}
.speeds label{position:relative;display:grid;gap:1px;justify-items:center;min-block-size:52px;align-content:center;padding:6px 4px;border-radius:calc(var(--r)*3);background:var(--s1);text-align:center;font-weight:500;font-size:calc(var(--fs)*1.35);cursor:pointer;overflow-wrap:anywhere}
.speeds input{position:absolute;opacity:0;inset:0;cursor:pointer}
.speeds label:has(:checked){background:var(--card);box-shadow:inset 0 0 0 2px var(--tone)}
.speeds label:has(:focus-visible){outline:2px solid var(--tone);outline-offset:2px}
.send-side .tag{justify-self:start}
.send-side .term-list{inline-size:100%;margin:0;padding:0;background:none}
.send-side .hint{padding:0;text-align:start}
.token-terms dd small{display:block}
.token-terms .via{justify-content:flex-end}
.send-compare{display:grid;gap:10px}
.send-compare dl{display:grid;gap:2px}
.send-compare dd+dt{margin-block-start:8px}
.send-compare dt{font-size:calc(var(--fs)*1.25);color:var(--fg2)}
.decision{position:sticky;inset-block-end:0;z-index:1;display:grid;gap:8px;margin:0 -14px -14px;padding:8px 14px 14px;background:var(--card)}
.scroll:has(.decision){scroll-padding-block-end:88px}
@media (max-height:520px){.decision{position:static}}
@media (forced-colors:active){.send-amount,.send-side,.speeds label{border:1px solid}.full-address mark{background:Mark;color:MarkText}.speeds label:has(:checked){outline:2px solid Highlight}}
`;
