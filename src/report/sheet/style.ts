/** The style of the sheet: one column on a phone, the choices at the side on a wide screen. */
export const STYLE = `
:root { color-scheme: light dark; --line: #d0d7de; --soft: #f6f8fa; --text: #1f2328; --faint: #59636e; --bad: #b42318; --good: #116329; --mark: #fff1a8; --page: #ffffff; --link: #0550ae; }
@media (prefers-color-scheme: dark) { :root { --line: #3d444d; --soft: #151b23; --text: #f0f6fc; --faint: #9aa4af; --bad: #ff8178; --good: #57d364; --mark: #6a5300; --page: #0d1117; --link: #7cb7ff; } }
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; color: var(--text); background: var(--page); }
header, main, footer { padding: 0 1rem; }
h1 { font-size: 1.4rem; margin: 1rem 0 .5rem; }
h2 { font-size: 1.15rem; margin: 1.5rem 0 .5rem; }
h3 { font: 600 .95rem ui-monospace, monospace; margin: 1rem 0 .25rem; overflow-wrap: anywhere; }
.bad { color: var(--bad); } .good { color: var(--good); } .faint { color: var(--faint); }
code, pre, textarea { font: .85rem/1.45 ui-monospace, monospace; }
pre { margin: .25rem 0; padding: .5rem; overflow-x: auto; background: var(--soft); border: 1px solid var(--line); border-radius: 6px; }
pre b { font-weight: 600; } .n { color: var(--faint); user-select: none; }
mark { background: var(--mark); color: inherit; border-radius: 3px; }
del { color: var(--bad); text-decoration: none; } ins { color: var(--good); text-decoration: none; }
details > summary { cursor: pointer; padding: .35rem 0; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; padding: .35rem .5rem; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; vertical-align: top; }
.scroll { overflow-x: auto; }
ul.places { list-style: none; margin: 0; padding: 0; }
.place { border: 1px solid var(--line); border-radius: 6px; margin: .5rem 0; padding: .5rem .75rem; content-visibility: auto; contain-intrinsic-size: auto 13rem; }
.place:has(input[value=rename]:checked) { border-color: var(--good); } .place:has(input[value=keep]:checked) { border-color: var(--faint); }
.place p { margin: .25rem 0; } fieldset { border: 0; margin: 0; padding: 0; min-width: 0; } legend { padding: 0; font: .85rem ui-monospace, monospace; overflow-wrap: anywhere; }
.choices label, .filters label { display: inline-flex; align-items: center; gap: .35rem; min-height: 2.25rem; margin-right: 1rem; }
input[type=radio], input[type=checkbox] { width: 1.15rem; height: 1.15rem; }
input[type=search] { font: inherit; padding: .35rem .5rem; width: min(100%, 24rem); color: inherit; background: var(--page); border: 1px solid var(--faint); border-radius: 6px; }
button, .button { font: inherit; min-height: 2.25rem; padding: .2rem .75rem; border: 1px solid var(--faint); border-radius: 6px; color: inherit; background: var(--soft); cursor: pointer; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.skip { position: absolute; left: -999rem; } .skip:focus { left: 1rem; top: 1rem; background: var(--page); padding: .5rem; }
.panel { position: sticky; bottom: 0; padding: .5rem 1rem; background: var(--soft); border-top: 2px solid var(--line); }
.panel textarea { width: 100%; height: 10rem; color: inherit; background: var(--page); border: 1px solid var(--faint); border-radius: 6px; }
[hidden] { display: none !important; }
@media (min-width: 70rem) { .columns { display: grid; grid-template-columns: minmax(0, 1fr) 26rem; } .panel { top: 0; bottom: auto; height: 100vh; overflow: auto; border-top: 0; border-left: 2px solid var(--line); } .panel textarea { height: 55vh; } }
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
`;
