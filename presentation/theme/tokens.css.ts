/** Rules of the light theme: of theme mode `light`, and of `auto` while the system's theme is light. */
export const inLightTheme = (declarations: string): string => {
  const rule = (mode: 'light' | 'auto'): string => `:host([data-theme=${mode}]),.lk-scope[data-theme=${mode}]{${declarations}}`;
  return `${rule('light')}@media (prefers-color-scheme:light){${rule('auto')}}`;
};

/**
 * Public custom properties with their defaults, and the tokens derived from them. The public ones are `--lk-*`; the derived ones have no
 * prefix and are internal. `color-mix` tints every surface with the app's color. `--tone` (the accent as text or line) and `--on` (text on
 * the accent) are computed from the accent, so that any accent stays readable.
 */
export const TOKENS = `
:host,.lk-scope{
--fs:var(--lk-font-size-master,10px);--r:var(--lk-border-radius-master,4px);
--font:var(--lk-font-family,ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif);
--mix:var(--lk-color-mix,#fff) calc(var(--lk-color-mix-strength,0)*1%);
--s1:color-mix(in srgb,var(--mix),#1b1c21);--s2:color-mix(in srgb,var(--mix),#26282e);
--line:#ffffff14;--fg:#f4f4f6;--fg2:#a6a8b0;
--accent:var(--lk-accent,#e5b567);--tone:#e5b567;--on:#1a1408}
${inLightTheme(`--mix:var(--lk-color-mix,#000) calc(var(--lk-color-mix-strength,0)*1%);
--s1:color-mix(in srgb,var(--mix),#f5f5f3);--s2:color-mix(in srgb,var(--mix),#eae9e6);
--line:#1b18141a;--fg:#1a1917;--fg2:#5d5b56;
--tone:#7a540f`)}
@media (prefers-contrast:more){:host,.lk-scope{--line:var(--fg2);--fg2:var(--fg)}}
@supports (color:oklch(from red l c h)){
:host,.lk-scope{--tone:oklch(from var(--accent) max(l,.76) c h);--on:oklch(from var(--accent) clamp(0,(.62 - l)*999,1) 0 h)}
${inLightTheme('--tone:oklch(from var(--accent) min(l,.48) c h)')}}
`;
