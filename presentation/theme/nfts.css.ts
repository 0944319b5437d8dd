/** Styles of the NFTs. Loaded with their chunk. */
export const NFTS_CSS = `
.nft-grid{position:relative;block-size:min(480px,max(150px,100dvh - 100px - var(--around,104px) - var(--keyboard,0px)));margin-inline:-6px;overflow-y:auto;overscroll-behavior:contain;scrollbar-width:thin;scrollbar-color:var(--line2) transparent;border-radius:calc(var(--r)*3)}
.nft-grid>ul{position:relative;list-style:""}
.nft-grid li{position:absolute;contain:layout style;inset-block-start:0;inline-size:calc(100%/var(--columns));padding:3px;inset-inline-start:calc(100%/var(--columns)*var(--lane))}
.nft-list{display:grid;grid-template-columns:repeat(auto-fill,minmax(max(8em,30%),1fr));gap:6px;list-style:""}
.nft-list.small{grid-template-columns:repeat(3,minmax(0,1fr))}
.nft{position:relative;display:grid;grid-template-columns:minmax(0,1fr);align-content:start;gap:2px;block-size:100%;padding:6px;border-radius:calc(var(--r)*4);font-weight:500;font-size:calc(var(--fs)*1.3);line-height:1.3;text-decoration:none;transition:background-color .125s}
.nft:focus-visible{outline-offset:-1px}
.nft>:is(.nft-name,small){overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.nft>.copies{position:absolute;inset-block-start:12px;inset-inline-end:12px;max-inline-size:calc(100% - 24px);background:var(--card);color:var(--fg)}
.nft>.warn{min-inline-size:0;justify-self:start;max-inline-size:100%;padding-block:0;line-height:1.3;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.nft>.skeleton:not(.nft-picture){inline-size:70%;block-size:12px}
.nft-picture{position:relative;display:block;inline-size:100%;aspect-ratio:1;margin-block-end:4px;border-radius:calc(var(--r)*3);overflow:hidden;background:var(--s2)}
.nft-picture>span{position:absolute;inset:0;background:var(--drawn)}
.nft-picture.loading>span{scale:2}
.nft-picture.loaded>span{display:none}
.nft-picture::after{content:"";position:absolute;inset:0;border-radius:inherit;box-shadow:inset 0 0 0 1px var(--line)}
.nft-picture img{position:relative;display:block;inline-size:100%;block-size:100%;object-fit:cover;opacity:0;transition:opacity .2s}
.nft-picture.loaded img{opacity:1}
.more{display:grid;gap:8px;justify-items:center;padding:10px 8px;text-align:center}
.more .btn{inline-size:auto}
@media (hover:hover){a.nft:hover{background:var(--s1)}}
@media (forced-colors:active){a.nft{border:1px solid ButtonText}.nft-picture{forced-color-adjust:none}}
`;
