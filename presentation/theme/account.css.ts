/** What only the account side's views use; comes with their chunk. */
export const ACCOUNT_CSS = `
.who{display:grid;justify-items:center;gap:4px;padding:4px 0 18px;text-align:center}
.who .pic{margin-block-end:10px}
.addr{display:inline-flex;align-items:center;gap:6px;min-block-size:36px;padding-inline:12px;border-radius:calc(var(--r)*3);font-weight:600;font-size:calc(var(--fs)*1.8);transition:background-color .125s}
.addr .ico{inline-size:17px;block-size:17px;color:var(--fg2)}
.money{display:flex;align-items:center;justify-content:center;gap:4px;min-block-size:32px;color:var(--fg2)}
.money button{display:grid;place-items:center;min-inline-size:32px;min-block-size:32px;border-radius:50%}
.field{display:flex;align-items:center;gap:10px;min-block-size:48px;padding-inline:14px 6px;border-radius:calc(var(--r)*4);background:var(--s1);color:var(--fg2);box-shadow:inset 0 0 0 1px var(--line)}
.field:focus-within{outline:2px solid var(--tone);outline-offset:1px}
.field input{flex:1;min-inline-size:0;border:0;background:none;outline:0;color:var(--fg);min-block-size:44px;font-size:max(16px,calc(var(--fs)*1.5))}
.field input::placeholder{color:var(--fg2);opacity:1}
.field input::-webkit-search-cancel-button{display:none}
.now{color:var(--tone);display:grid}
.row .now .ico{color:var(--tone)}
@media (hover:hover){.addr:hover,.money button:hover{background:var(--s1)}}
`;
