/** Styles of the registration of a name. Loaded with its chunk. */
export const ACCOUNT_NAME_CSS = `
.field:has(.zone){padding-inline-end:14px}
.field:has(.zone) input{text-transform:lowercase}
.zone{flex:none;color:var(--fg2)}
.suggestions{list-style:"";display:flex;flex-wrap:wrap;gap:8px}
.suggestions .btn{inline-size:auto;min-block-size:44px;padding:6px 14px}
.name-note{min-block-size:calc(var(--fs)*1.25*1.45*2 + 14px)}
.name-note.wrong{color:var(--danger)}
.name-note:has(+ul){min-block-size:0}
`;
