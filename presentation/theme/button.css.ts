/**
 * Styles of the buttons in the page. Any class of the app overrides them, but they override a reset of `button`: they have the specificity
 * of one element and are adopted after the page's own sheets.
 */
export const BUTTON_CSS = `
button:where(.lk-button){all:unset;box-sizing:border-box;display:inline-flex;vertical-align:middle;align-items:center;justify-content:center;gap:0 8px;min-block-size:44px;max-inline-size:100%;padding:0 18px;border-radius:calc(var(--r)*5.5);background:var(--s1);color:var(--fg);font:600 calc(var(--fs)*1.5)/1.3 var(--font);font-variant-numeric:tabular-nums;letter-spacing:-.006em;white-space:nowrap;cursor:pointer;user-select:none;-webkit-tap-highlight-color:transparent;touch-action:manipulation;box-shadow:inset 0 0 0 1px var(--line);transition:background-color .125s,filter .125s}
button:where(.lk-button[data-size=sm]){min-block-size:36px;padding:0 14px;font-size:calc(var(--fs)*1.4)}
button:where(.lk-button[data-kind=main]){white-space:normal;background:var(--accent);color:var(--on);box-shadow:none}
button:where(.lk-button[data-kind=chip]:has(>.pic)){padding-inline-start:8px}
button:where(.lk-button:focus-visible){outline:2px solid var(--tone);outline-offset:2px}
button:where(.lk-button:disabled){opacity:.55;cursor:default}
button:where(.lk-button:not(:disabled):hover){filter:brightness(1.06)}
button:where(.lk-button:not(:disabled):active){filter:brightness(.94)}
:where(.lk-button [data-other]){text-align:center}
:where(.lk-button [data-other])::after{content:attr(data-other);display:block;block-size:0;overflow:hidden;visibility:hidden}
button:where(.lk-button:has(>.dim)){flex-wrap:wrap}
:where([data-kind=chip]>:not(.pic,.dim)){min-inline-size:0;overflow:hidden;text-overflow:ellipsis}
:where(.lk-button .pic){position:relative;flex:none;display:grid;place-items:center;inline-size:var(--size);block-size:var(--size);border-radius:50%;overflow:hidden;background:var(--s2)}
:where(.lk-button .pic img){inline-size:100%;block-size:100%;object-fit:cover}
:where(.lk-button .pic b){color:#fff;font-size:calc(var(--size)*.45)}
:where(.lk-button .dim){color:var(--fg2);font-weight:500}
@media (prefers-reduced-motion:reduce){button:where(.lk-button){transition:none}}
@media (forced-colors:active){button:where(.lk-button){border:1px solid ButtonText}:where(.lk-button .pic){forced-color-adjust:none}button:where(.lk-button[data-kind=main]){forced-color-adjust:none;background:Highlight;color:HighlightText}}
`;
