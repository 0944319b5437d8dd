/**
 * Public custom properties, read with their defaults, and the tokens derived from them. The public ones are `--lk-*`;
 * the derived ones have no prefix, live inside our own scope and are nobody's business. `color-mix` tints every surface
 * with the host's colour. `--tone` (the accent as text or line) and `--on` (text on the accent) are computed from the
 * accent, so that any accent stays readable.
 */
export const TOKENS = `
:host,.lk-scope{
--fs:var(--lk-font-size-master,10px);--r:var(--lk-border-radius-master,4px);
--font:var(--lk-font-family,ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif);
--mix:var(--lk-color-mix,#fff) calc(var(--lk-color-mix-strength,0)*1%);
--card:color-mix(in srgb,var(--mix),#121316);--s1:color-mix(in srgb,var(--mix),#1b1c21);--s2:color-mix(in srgb,var(--mix),#26282e);
--line:#ffffff14;--line2:#ffffff33;--fg:#f4f4f6;--fg2:#a6a8b0;--danger:#ff8f82;--good:#6fd39a;--veil:#050608b8;
--accent:var(--lk-accent,#e5b567);--tone:#e5b567;--on:#1a1408;
--lift:0 0 0 1px var(--line),0 24px 64px -16px #000c;
--scheme:dark}
:host([data-theme=light]),.lk-scope[data-theme=light]{
--mix:var(--lk-color-mix,#000) calc(var(--lk-color-mix-strength,0)*1%);
--card:color-mix(in srgb,var(--mix),#fff);--s1:color-mix(in srgb,var(--mix),#f5f5f3);--s2:color-mix(in srgb,var(--mix),#eae9e6);
--line:#1b18141a;--line2:#1b18144d;--fg:#1a1917;--fg2:#5d5b56;--danger:#b3261e;--good:#1d7044;--veil:#2b282480;
--tone:#7a540f;
--lift:0 0 0 1px var(--line),0 24px 64px -20px #1b181459;
--scheme:light}
@media (prefers-contrast:more){:host,.lk-scope{--line:var(--fg2);--line2:var(--fg);--fg2:var(--fg)}}
@supports (color:oklch(from red l c h)){
:host,.lk-scope{--tone:oklch(from var(--accent) max(l,.76) c h);--on:oklch(from var(--accent) clamp(0,(.62 - l)*999,1) 0 h)}
:host([data-theme=light]),.lk-scope[data-theme=light]{--tone:oklch(from var(--accent) min(l,.48) c h)}}
`;
