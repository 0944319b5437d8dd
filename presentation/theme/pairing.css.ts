/**
 * Styles of the pairing views. Loaded with their chunk. A QR code is dark on light in every theme, because cameras cannot read others. The
 * app's color is darkened until it contrasts with white.
 */
export const PAIRING_CSS = `
.qr{--qr:var(--lk-qr-color,#17161a);position:relative;justify-self:center;inline-size:min(100%,316px,max(208px,100dvh - 344px));aspect-ratio:1;border-radius:calc(var(--r)*5);background:#fff;overflow:hidden;direction:ltr;forced-color-adjust:none}
.qr.wait{background:var(--s1)}
.qr svg{position:absolute;inset:0;inline-size:100%;block-size:100%;animation:fade .2s}
.qr path{fill:var(--qr)}
.qr.wait svg{inset:9%;inline-size:82%;block-size:82%;animation:pulse 1.6s ease-in-out infinite}
.qr.wait path{fill:none;stroke:var(--line2);stroke-width:1.6;stroke-linejoin:round}
.qr>.pic{position:absolute;inset:0;margin:auto;inline-size:21%;block-size:21%;border-radius:24%;animation:fade .2s}
.scan{display:grid;justify-items:center;gap:2px;text-align:center;padding-inline:8px;overflow-wrap:anywhere}
.scan h2{font-size:calc(var(--fs)*1.6)}
.scan p{text-wrap:balance}
.time{min-block-size:calc(var(--fs)*1.9);margin-block-start:-6px}
@media (min-height:431px){.ring>.pic{inline-size:80px;block-size:80px}.ring>.pic:not(.round){border-radius:21px}}
.ring>.pic>.ico{inline-size:36px;block-size:36px}
.joined{display:flex;align-items:center;gap:4px}
.joined .tap{inline-size:56px;block-size:56px;border-radius:calc(var(--r)*4);background:var(--s1)}
.joined [aria-expanded=true]{background:var(--s2);color:var(--fg)}
.shelf{padding-block:12px 6px}
.shelf .qr{inline-size:min(100%,220px)}
@supports (color:oklch(from red l c h)){.qr{--qr:oklch(from var(--lk-qr-color,#17161a) min(l,.4) c h)}}
`;
