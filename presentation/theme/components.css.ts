/**
 * Styles shared by the views: rows, buttons, pictures, tags, notices, the terms. Lists use an empty string as marker, because VoiceOver in
 * Safari ignores lists with `list-style: none`.
 */
export const COMPONENTS_CSS = `
button,a{cursor:pointer;touch-action:manipulation}
button{border:0;background:none;text-align:inherit}
button:disabled,[aria-disabled=true]{cursor:default}
:focus-visible{outline:2px solid var(--tone);outline-offset:2px}
h2,p,small,.btn{overflow-wrap:anywhere}
h2{font-weight:600;font-size:calc(var(--fs)*1.7)}
p,small{color:var(--fg2);font-size:calc(var(--fs)*1.4);text-wrap:pretty}
small,.fine,.hint{font-size:calc(var(--fs)*1.25);font-weight:400}
fieldset{border:0;min-inline-size:0}
fieldset:disabled{opacity:.55}
.ico{inline-size:20px;block-size:20px;flex:none;fill:none;stroke:currentColor;stroke-width:1.8;stroke-linecap:round;stroke-linejoin:round}
.flip:dir(rtl){transform:scaleX(-1)}
.tap{display:grid;place-items:center;flex:none;inline-size:44px;block-size:44px;border-radius:calc(var(--r)*3.5);color:var(--fg2)}
.list{display:grid;gap:6px;list-style:""}
.list:empty{display:none}
.stack{display:grid;gap:12px}
.row{display:flex;flex-wrap:wrap;align-items:center;gap:6px 12px;inline-size:100%;min-block-size:56px;padding:8px;padding-inline-end:14px;border-radius:calc(var(--r)*4);background:var(--s1);font-weight:500;text-decoration:none}
.row>:nth-child(2){flex:1 1 calc(var(--fs)*11);min-inline-size:0;overflow-wrap:anywhere}
.row>.ico{color:var(--fg2)}
div.row{background:none;box-shadow:inset 0 0 0 1px var(--line)}
.row small{display:block}
.row:disabled,[aria-disabled=true]{opacity:.55}
fieldset:disabled .row{opacity:1}
.pic{position:relative;flex:none;display:grid;place-items:center;inline-size:var(--size,40px);block-size:var(--size,40px);border-radius:calc(var(--size,40px)*.26);overflow:hidden;background:var(--s2);color:var(--fg2)}
.pic.round{border-radius:50%}
.pic::after{content:"";position:absolute;inset:0;border-radius:inherit;box-shadow:inset 0 0 0 1px var(--line)}
.pic img{inline-size:100%;block-size:100%;object-fit:cover;display:block}
.pic b{font-weight:600;font-size:calc(var(--size,40px)*.42);color:#fff}
.tag{flex:none;display:flex;align-items:center;gap:4px;padding:2px 8px;border-radius:calc(var(--r)*2);background:var(--s2);color:var(--fg2);font-size:calc(var(--fs)*1.15);font-weight:500;line-height:1.6}
.tag .ico{inline-size:13px;block-size:13px}
.tag.warn{color:var(--danger)}
.btn{display:flex;align-items:center;justify-content:center;gap:8px;inline-size:100%;min-block-size:48px;padding:10px 18px;border-radius:calc(var(--r)*4);background:var(--s1);font-weight:600;text-align:center;text-decoration:none}
.btn.main{background:var(--accent);color:var(--on)}
.tap,.row,.btn{transition:background-color .125s,filter .125s}
@media (hover:hover){:is(button,a):is(.row,.tap,.btn):not(:disabled,[aria-disabled=true],.main):hover{background:var(--s2)}.main:hover{filter:brightness(1.06)}}
:is(button,a):active:not(:disabled){filter:brightness(.94)}
.two{display:flex;flex-wrap:wrap;gap:8px}
.two>.btn{flex:1 1 120px;inline-size:auto}
.skeleton{display:block;border-radius:calc(var(--r)*1.5);background:var(--s2);animation:pulse 1.6s ease-in-out infinite}
.mid{display:grid;justify-items:center;gap:6px;text-align:center;padding:20px 12px 12px}
.mid>.pic{margin-block-end:8px}
.mid>.btn{margin-block-start:8px}
.mid h2,.mid p{max-inline-size:30ch;text-wrap:balance}
.swap{display:grid;justify-items:center;align-items:center}
.swap>*{grid-area:1/1}
.off{visibility:hidden}
.btn>.swap+.ico{order:-1}
.hint{padding:6px 12px 8px}
.fine{text-align:center;padding-inline:8px}
.link{color:var(--fg);text-decoration:underline;text-underline-offset:3px;text-decoration-color:var(--line2);display:inline-block;padding-block:2px}
.link:hover{text-decoration-color:currentColor}
.legal{position:relative;display:flex;gap:10px;align-items:center;padding:4px 8px;min-block-size:44px;font-size:calc(var(--fs)*1.35);color:var(--fg2)}
.legal input{appearance:none;flex:none;display:grid;place-items:center;inline-size:24px;block-size:24px;border-radius:calc(var(--r)*1.5);box-shadow:inset 0 0 0 1px var(--fg2)}
.legal small{display:block}
.legal label::before{content:"";position:absolute;inset:0}
.legal :is(input,a){position:relative;z-index:1}
.legal :checked{background:var(--accent);box-shadow:none}
.legal :checked::before{content:"";inline-size:13px;block-size:6px;margin-block-end:4px;border:solid var(--on);border-width:0 0 2px 2px;rotate:-45deg}
.field{display:flex;align-items:center;gap:10px;min-block-size:48px;padding-inline:14px 4px;border-radius:calc(var(--r)*4);background:var(--s1);color:var(--fg2);box-shadow:inset 0 0 0 1px var(--line)}
.field:has(input:focus){outline:2px solid var(--tone);outline-offset:1px}
.field input{flex:1;min-inline-size:0;text-overflow:ellipsis;border:0;background:none;outline:0;color:var(--fg);min-block-size:44px;font-size:max(16px,calc(var(--fs)*1.5))}
.field input::placeholder{color:var(--fg2);opacity:1}
.field input::-webkit-search-cancel-button{display:none}
.field-error{padding:8px 12px 0;color:var(--danger);font-size:calc(var(--fs)*1.3)}
.field-error:empty{display:none}
.socials,.socials>div{display:flex;gap:8px}
.socials{flex-direction:column}
.socials>div>.btn{flex:1;padding-inline:0}
.mark{flex:none;fill:currentColor}
.or{display:flex;align-items:center;gap:12px;font-size:calc(var(--fs)*1.25)}
.or::before,.or::after{content:"";flex:1;block-size:1px;background:var(--line)}
.spin{inline-size:20px;block-size:20px;flex:none;border-radius:50%;border:2px solid var(--line2);border-block-start-color:var(--tone);animation:spin .9s linear infinite}
@keyframes spin{to{rotate:360deg}}
@media (forced-colors:active){.field{border:1px solid}.legal input{appearance:auto}.row,.btn,.tap,.tag{border:1px solid ButtonText}.pic,.badge{forced-color-adjust:none}.main{forced-color-adjust:none;background:Highlight!important;color:HighlightText!important}.ico{color:inherit!important}.skeleton{background:GrayText}:disabled,[aria-disabled=true]{opacity:1;color:GrayText;border-color:GrayText}:focus-visible{outline-color:Highlight}}
`;
