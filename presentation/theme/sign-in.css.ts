/** Styles of the views of signing in. Loaded with their chunk. */
export const SIGN_IN_CSS = `
.message-details{display:grid;gap:10px;margin-block-end:4px}
.message-details .term-list{inline-size:100%;margin:0}
.message-details dd{min-inline-size:0;overflow-wrap:anywhere;text-align:end}
.message-details .wide{display:grid;gap:2px}
.message-details .wide dd{display:grid;gap:2px;text-align:start}
.message-details .skeleton{display:inline-block;inline-size:9em;max-inline-size:100%;block-size:1em;margin-block:.25em;vertical-align:middle}
.message-details~.pair>.btn{flex:1 1 40%}
.signed-text{text-align:center}
.signed-text summary{display:inline-flex;align-items:center;min-block-size:44px;padding-inline:14px;color:var(--fg2);font-size:calc(var(--fs)*1.3);cursor:pointer;list-style:none;gap:4px;border-radius:calc(var(--r)*3)}
.signed-text summary:hover{color:var(--fg)}
.signed-text summary .ico{inline-size:16px;block-size:16px}
.signed-text[open] summary .ico{rotate:180deg}
.signed-text summary::-webkit-details-marker{display:none}
.signed-text pre{margin:4px 0 0;text-align:start;padding:12px 14px;border-radius:calc(var(--r)*3);background:var(--s1);font-size:calc(var(--fs)*1.2);line-height:1.5;white-space:pre-wrap;overflow-wrap:anywhere;user-select:text;-webkit-user-select:text}
@media (forced-colors:active){:is(.message-details .term-list,.signed-text pre){border:1px solid}}
`;
