/** Styles of the history. Loaded with its chunk. */
export const ACTIVITY_CSS = `
.activity-list{position:relative;block-size:min(480px,max(150px,100dvh - 100px - var(--around,104px) - var(--keyboard,0px)));margin-inline:-6px;padding-inline:6px;overflow-y:auto;overscroll-behavior:contain;scrollbar-width:thin;scrollbar-color:var(--line2) transparent;border-radius:calc(var(--r)*3)}
.activity-list>ul{position:relative;list-style:""}
.activity-list li{position:absolute;contain:layout style;inset-block-start:0;inset-inline:0;padding-block-end:6px}
.activity-list h2{padding:10px 8px 4px;font-size:calc(var(--fs)*1.4);color:var(--fg2)}
.row.activity{flex-wrap:nowrap}
.row.activity>:nth-child(2){flex:1 1 auto}
.activity-picture{position:relative;flex:none}
.activity-kind{position:absolute;inset-block-end:-3px;inset-inline-end:-3px;display:grid;place-items:center;inline-size:18px;block-size:18px;border-radius:50%;background:var(--card);color:var(--fg2)}
.activity-kind .ico{inline-size:13px;block-size:13px;stroke-width:2.2}
.activity-amounts{flex:0 1 auto;display:grid;justify-items:end;min-inline-size:0;max-inline-size:55%;text-align:end;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
.row .activity-amounts bdi[dir=ltr],.row .amounts bdi[dir=ltr]{white-space:normal}
.activity-amounts .failed{color:var(--danger)}
.activity-amounts .not-moved{color:var(--fg2)}
.activity small:empty{display:none}
`;
