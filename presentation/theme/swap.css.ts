/** Styles of the form of a swap, besides those of a transfer. Loaded with its chunk. */
export const SWAP_CSS = `
.swap-sides{display:grid;gap:6px;position:relative}
.swap-title{font-size:calc(var(--fs)*1.3);font-weight:500;color:var(--fg2)}
.swap-sides output{flex:1;min-inline-size:0;font-size:max(16px,calc(var(--fs)*2.4));font-weight:600;font-variant-numeric:tabular-nums;overflow-wrap:anywhere;min-block-size:44px;display:flex;align-items:center}
.swap-sides output.none{color:var(--fg2)}
.swap-sides output.long{font-size:max(16px,calc(var(--fs)*1.7))}
.swap-switch{justify-self:center;z-index:1;margin-block:-18px;inline-size:44px;block-size:44px;display:grid;place-items:center;border-radius:50%;background:var(--card);box-shadow:inset 0 0 0 1px var(--line2)}
.swap-switch .ico{rotate:90deg}
.swap-terms{inline-size:100%;margin:0}
.swap-terms .bad{color:var(--danger);font-weight:600}
.swap-slippage summary{display:flex;justify-content:space-between;align-items:center;gap:12px;min-block-size:44px;padding-inline:14px;cursor:pointer;font-size:calc(var(--fs)*1.3);border-radius:calc(var(--r)*3);background:var(--s1)}
.swap-slippage summary::-webkit-details-marker{display:none}
.swap-slippage summary>span{display:inline-flex;align-items:center;gap:4px;font-variant-numeric:tabular-nums;font-weight:600}
.swap-slippage[open] summary .ico{rotate:180deg}
.swap-slippage>div{display:grid;gap:8px;padding-block-start:8px}
.swap-slippage .speeds label{min-block-size:44px}
.swap-custom{display:flex;align-items:center;gap:6px;padding-inline:14px;border-radius:calc(var(--r)*3);background:var(--s1);box-shadow:inset 0 0 0 1px var(--line)}
.swap-custom:focus-within{outline:2px solid var(--tone);outline-offset:1px}
.swap-custom input{flex:1;min-inline-size:0;border:0;outline:0;background:none;color:var(--fg);min-block-size:44px;font-size:max(16px,calc(var(--fs)*1.4));font-variant-numeric:tabular-nums}
.swap-steps{display:grid;gap:6px;list-style:none;margin:0;padding:12px 14px;border-radius:calc(var(--r)*4);background:var(--s1)}
.swap-steps li{display:flex;align-items:center;gap:10px;min-block-size:32px}
.swap-steps li>span:first-child{flex:none;inline-size:24px;block-size:24px;display:grid;place-items:center;border-radius:50%;background:var(--s2);font-size:calc(var(--fs)*1.2);font-weight:600}
.swap-steps li>span:nth-child(2){flex:1;min-inline-size:0;overflow-wrap:anywhere}
.swap-steps .ico{inline-size:16px;block-size:16px}
.swap-steps [aria-current]{font-weight:600}
@media (forced-colors:active){.swap-switch,.swap-slippage summary,.swap-custom,.swap-steps{border:1px solid}}
`;
