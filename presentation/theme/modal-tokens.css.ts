import { inLightTheme } from './tokens.css.js';

/** Tokens that only the modal uses, in addition to those of the page's buttons. */
export const MODAL_TOKENS = `
:host{
--card:color-mix(in srgb,var(--mix),#121316);
--line2:#ffffff33;--danger:#ff8f82;--good:#6fd39a;--veil:#050608b8;
--lift:0 0 0 1px var(--line),0 24px 64px -16px #000c;
--scheme:dark}
${inLightTheme(`--card:color-mix(in srgb,var(--mix),#fff);
--line2:#1b18144d;--danger:#b3261e;--good:#1d7044;--veil:#2b282480;
--lift:0 0 0 1px var(--line),0 24px 64px -20px #1b181459;
--scheme:light`)}
@media (prefers-contrast:more){:host{--line2:var(--fg)}}
`;
