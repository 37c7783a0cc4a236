import { html, raw } from 'hono/html'
import { deliveryTime, MARKETS, zoneOf } from '#app/models/market.ts'
import { currentTitle } from '#app/models/product-kind.ts'
import type { CompanyFacts } from '#supabase/functions/_shared/forms/company-facts.ts'
import { fullCents, lineCents, type PricedLine, type Quote } from './pricing.ts'
import { marketOf, toPrice } from './regions.ts'

/** Inline style of the checkout pages, allowed by its hash in the Content Security Policy. */
export const CHECKOUT_STYLE = `
@font-face{font-family:"Della Respira";src:url(/fonts/della-respira.woff2) format("woff2");font-display:swap}
@font-face{font-family:"Commissioner Variable";src:url(/fonts/commissioner-more.woff2) format("woff2");font-weight:400 650;font-display:swap;unicode-range:U+A1-2033}
@font-face{font-family:"Commissioner Variable";src:url(/fonts/commissioner.woff2) format("woff2");font-weight:400 650;font-display:swap}
:root{--soot:#0b1412;--board:#e4e2da;--plate:#f4f2eb;--leaf:#fcfbf7;--ink:#15191a;--slate:#4a514e;--bone:#ede9de;--ash:#b7c0ba;--gilt:#c9993f;--giltb:#e9cb82;--gilti:#765214;--wax:#98281f;--verd:#1e5b4e;--line:#c8c5ba;--edge:#7b7d75;--display:"Della Respira",Palatino,"Book Antiqua",Georgia,serif;--text:"Commissioner Variable","Segoe UI",system-ui,sans-serif;--gutter:clamp(1.25rem,4.4vw,4rem);--frame:#76521461;--ring:0 0 0 2px #fcfbf7,0 0 0 4px #765214}
*,*::before,*::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{overflow-wrap:anywhere;margin:0;display:flex;flex-direction:column;min-height:100dvh;background:var(--board);color:var(--ink);font:400 1.0625rem/1.6 var(--text);-webkit-font-smoothing:antialiased}
img,svg{display:block;max-width:100%}img{height:auto}
main{flex:1}main:has(>.thx:only-child),.thx:only-child{display:grid}.thx:only-child{align-items:center}
h1,h2,p,ul,dl,dd,fieldset{margin:0;padding:0;border:0}ul{list-style:none}
h1,h2,legend{font-family:var(--display);font-weight:400;text-wrap:balance}
h1{font-size:clamp(2.25rem,1.5rem + 2.6vw,3.5rem);line-height:1.02;letter-spacing:-.012em}
h2{font-size:1.75rem;line-height:1.12}
p{text-wrap:pretty;max-width:62ch}
a{color:inherit;text-underline-offset:.22em;text-decoration-thickness:1px}
button,input{font:inherit;color:inherit}
:focus-visible{outline:2px solid transparent;box-shadow:var(--ring)}
.sr{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.skip{position:absolute;left:1rem;top:-4rem;background:var(--leaf);color:var(--ink);padding:.75rem 1rem;z-index:60}.skip:focus{top:1rem}
.wrap{width:min(100% - 2*var(--gutter),82.5rem);margin-inline:auto}
.muted{color:var(--slate)}.dark .muted{color:var(--ash)}.small{font-size:.9375rem;line-height:1.5}
.ic{width:1.25em;height:1.25em;fill:none;stroke:currentColor;stroke-width:1.6;stroke-linecap:round;stroke-linejoin:round;flex:none}
.btn{display:inline-flex;align-items:center;justify-content:center;min-height:3.25rem;padding:.75rem 1.75rem;border:0;border-radius:2px;background:var(--soot);color:var(--bone);font-weight:600;line-height:1.2;text-decoration:none;cursor:pointer;box-shadow:inset 0 0 0 3px var(--soot),inset 0 0 0 4px var(--gilt);text-align:center}
.btn:hover{background:#1c3a34;box-shadow:inset 0 0 0 3px #1c3a34,inset 0 0 0 4px var(--giltb)}
.btn:active{transform:translateY(1px)}
.btn:focus-visible{box-shadow:inset 0 0 0 3px var(--soot),inset 0 0 0 4px var(--gilt),var(--ring)}
.btn[disabled]{background:#d3d0c6;color:#525651;box-shadow:inset 0 0 0 1px #a9a79d;cursor:not-allowed}
.dark .btn{background:var(--giltb);color:var(--ink);box-shadow:inset 0 0 0 3px var(--giltb),inset 0 0 0 4px #76521480}
.dark :focus-visible{box-shadow:0 0 0 2px #0b1412,0 0 0 4px var(--giltb)}
.wide{width:100%}
.link{display:inline-flex;align-items:center;gap:.45rem;min-height:2.75rem;font-weight:600;font-size:.9375rem;text-decoration-color:var(--gilt)}
.field{display:grid;gap:.4rem;align-content:start}.field label{font-weight:600;font-size:.9375rem}
.in{width:100%;min-height:3.25rem;padding:.7rem 1rem;background:var(--leaf);border:1px solid var(--edge);border-radius:2px}
.in:hover{border-color:var(--ink)}.in[aria-invalid=true]{border-color:var(--wax);box-shadow:inset 0 0 0 1px var(--wax)}
.err{display:flex;gap:.45rem;color:var(--wax);font-size:.9375rem;line-height:1.45}.err::before{content:"!";flex:none;display:grid;place-items:center;width:1.15rem;height:1.15rem;margin-top:.1em;border:1.5px solid;border-radius:50%;font-size:.75rem;font-weight:650;line-height:1}
.hint{font-size:.875rem;color:var(--slate);line-height:1.45}
.two{display:grid;grid-template-columns:1fr 1fr;gap:1rem}
.plate{position:relative;background:var(--plate);border-radius:2px;box-shadow:0 1px 0 #fff9 inset,0 1px 2px #15191a1f}
.plate::after{content:"";position:absolute;inset:8px;border:1px solid var(--frame);pointer-events:none}
.oh{background:var(--soot);color:var(--bone)}.oh .wrap{display:flex;align-items:center;justify-content:space-between;gap:1rem;min-height:4.5rem}.oh img{width:178px}
.od{display:grid;grid-template-columns:minmax(0,6.4fr) minmax(0,5.6fr);gap:clamp(2rem,5vw,5rem);align-items:start;padding-block:clamp(2rem,4vw,3.5rem) clamp(4.5rem,9vw,8.5rem)}
.till{display:flex;gap:.8rem;background:var(--plate);border-left:3px solid var(--gilt);padding:1rem 1.15rem;font-size:.9375rem;line-height:1.5;margin-top:1.25rem}.till .ic{color:var(--gilti);margin-top:.1em}
.till.bad{border-left-color:var(--wax)}.till.bad .ic{color:var(--wax)}
.grp{margin-top:2.25rem;display:grid;gap:1rem;min-width:0}.grp legend{font-size:1.5rem;line-height:1.2;margin-bottom:1rem;padding:0}
.o{display:grid;grid-template-columns:auto 1fr auto;gap:.9rem;align-items:center;padding:1rem 1.15rem;background:var(--leaf);border:1px solid var(--gilti);box-shadow:inset 0 0 0 1px var(--gilti);border-radius:2px}.o input{width:1.15rem;height:1.15rem;accent-color:var(--gilti);margin:0}.o b{display:block;line-height:1.3}.pr{font-weight:650}
.rec{padding:clamp(1.75rem,3vw,2.6rem)}.rec>*{position:relative;z-index:1}.rec>h2{margin-bottom:.35rem}
.it{display:grid;grid-template-columns:4.25rem minmax(0,1fr) auto;gap:0 1.1rem;align-items:center;padding:1rem 0;border-bottom:1px solid var(--line)}
.pic{position:relative;width:4.25rem;height:4.25rem;background:#12231f;border-radius:2px}.pic img{width:100%;height:100%;object-fit:cover;border-radius:2px}
.n{position:absolute;right:-.45rem;top:-.45rem;min-width:1.4rem;height:1.4rem;padding-inline:.3rem;border-radius:999px;background:var(--ink);color:var(--bone);font-size:.8125rem;font-weight:650;display:grid;place-items:center;line-height:1}
.it .small{display:block}.it b{display:block;font-weight:600;line-height:1.3}.it .p{font-weight:650;text-align:right;white-space:nowrap}.it s{display:block;font-size:.875rem;font-weight:400;color:var(--slate)}
.tots{padding-top:1.15rem;display:grid;gap:.5rem;font-size:1rem}.tots div{display:flex;justify-content:space-between;gap:1rem}.tots dt{color:var(--slate)}.tots dd{font-weight:600}.tots .t{border-top:1px solid var(--line);padding-top:.9rem;margin-top:.35rem;align-items:baseline}.tots .t dt{color:var(--ink);font-size:1.125rem}.tots .t dd{font-size:1.625rem;line-height:1.1}.tots .g dd{color:var(--verd)}
.rec .btn{margin-top:1.4rem}.rec .hint{margin-top:.9rem}
.thx{color:var(--bone);background:radial-gradient(ellipse at 50% 30%,#2a5a50 0,#14302b 44%,#0b1412 100%)}.thx .wrap{display:grid;grid-template-columns:auto 1fr auto;gap:1.5rem clamp(1.5rem,3vw,3rem);align-items:center;padding-block:clamp(5rem,12vw,9rem)}.thx img{width:6.5rem;filter:drop-shadow(0 0 24px #ffd98766)}.thx p{margin-top:.5rem}
.thx:not(:only-child) .wrap{padding-block:clamp(2.25rem,4.5vw,3.75rem)}
.inf+.inf{margin-top:2.25rem}.inf h2{font-size:1.5rem;line-height:1.2;margin-bottom:.75rem}.inf .muted{margin-top:.35rem}.inf li{padding:.75rem 0;border-top:1px solid var(--line)}.inf li:last-child{border-bottom:1px solid var(--line)}
.of{padding:1.5rem 0;background:var(--soot);color:var(--ash);font-size:.875rem}.of .wrap{display:flex;flex-wrap:wrap;gap:.25rem 2rem;justify-content:space-between}.of p{max-width:none}
@media (max-width:63.99rem){.od{grid-template-columns:1fr}}
@media (max-width:47.99rem){.grp .two{grid-template-columns:1fr}.oh img{width:150px}.thx .wrap{grid-template-columns:4.5rem 1fr}.thx img{width:4.5rem}.thx .btn{grid-column:1/-1}}
@media (max-width:30rem){.rec{padding-inline:1.35rem}.it{grid-template-columns:3.5rem minmax(0,1fr) auto;column-gap:1rem}.pic{width:3.5rem;height:3.5rem;grid-row:1/4;align-self:start}.it>:nth-child(2){display:contents}.it b{grid-column:2}.it>:nth-child(2)>:not(b){grid-column:2/-1}.it .p{grid-area:1/3;align-self:start}}
@media (max-width:22.5rem){.rec{padding-inline:1.1rem}.it{grid-template-columns:3rem minmax(0,1fr) auto;column-gap:.75rem;font-size:1rem}.pic{width:3rem;height:3rem}}
@media (prefers-reduced-motion:reduce){*{transition-duration:.01ms!important}}
@media (forced-colors:active){.btn,.plate,.till,.n{border:1px solid}.oh img{forced-color-adjust:none}.oh,.of{border-block:1px solid}}
@media print{body{background:#fff;color:#000;font-size:11pt}.oh,.of,.skip,.rec .btn,.thx .btn{display:none}.od{display:block;padding:0}.rec{margin-top:1.5rem;box-shadow:none;break-inside:avoid}.it{break-inside:avoid}.thx{background:none;color:#000}.thx .muted{color:#000}}`

export type Html = ReturnType<typeof html>

/** Formats minor units with the symbol of the country's currency. */
export function price(cents: number, country: string): string {
  return `${MARKETS[marketOf(country)].symbol}${toPrice(cents)}`
}

export function deliveryTo(country: string, company: CompanyFacts): string {
  const zone = zoneOf(country)
  return zone ? `${deliveryTime(zone, company)} once it ships` : ''
}

/** A complete document in the shop's style. @param back shown at the end of the header */
export function page(title: string, country: string, body: Html, back = html``): string {
  const market = marketOf(country)
  return String(html`<!doctype html>
<html lang="${MARKETS[market].locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} | Wizard Box</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${raw(CHECKOUT_STYLE)}</style>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header class="oh dark"><div class="wrap"><a href="/${market}"><img src="/art/logo-lockup-light.svg" alt="Wizard Box, home" width="178" height="34"></a>${back}</div></header>
<main id="main">${body}</main>
<footer class="of"><div class="wrap"><p>© ${new Date().getFullYear()} Wizard Box.</p><p>Delivery and returns: <a href="/${market}/terms-and-conditions">Terms &amp; Conditions</a></p></div></footer>
</body>
</html>
`)
}

/** The dark header section of a page without a form. @param action a link beside the text */
export function headline(title: string, text: string, action = html``): Html {
  return html`<section class="thx dark" aria-labelledby="tk"><div class="wrap"><img src="/art/lock-plate.svg" alt="" width="400" height="400"><div><h1 id="tk">${title}</h1><p class="muted">${text}</p></div>${action}</div></section>`
}

export function backToShop(country: string, className = 'btn'): Html {
  return html`<a class="${className}" href="/${marketOf(country)}">Back to the shop</a>`
}

/** A line of the order. @param hasShipped whether Vol. II has @param note why it can't be ordered */
export function lineItem(line: PricedLine, country: string, hasShipped: boolean, note = html``): Html {
  const [full, cents] = [fullCents(line), lineCents(line)]
  const isFree = cents === 0 && full > 0
  const before = cents < full ? html`<s><span class="sr">Was </span>${price(full, country)}</s>` : ''
  const words = [line.variantTitle, ...line.attributes.map(({ value }) => value)].filter(Boolean).join(', ')
  const picture = line.picture?.replace(/^(\/products\/.*)-1280\.jpg$/, '$1-160.jpg')
  return html`<li class="it"><span class="pic">${picture ? html`<img src="${picture}" alt="" width="160" height="160">` : ''}<span class="n"><span class="sr">Quantity </span>${line.quantity}</span></span><span><b>${isFree ? 'Your gift' : currentTitle(line, hasShipped)}</b><span class="small muted">${words}</span>${note}</span><span class="p">${before}${isFree ? 'FREE' : price(cents, country)}</span></li>`
}

function discountRow({ code, isGift, problem, cents }: Quote['codes'][number], country: string): Html {
  if (problem) return html`<div><dt>Discount, ${code}</dt><dd>Does not apply</dd></div>`
  return html`<div class="g"><dt>${isGift ? 'Gift, magic words' : `Discount, ${code}`}</dt><dd>−${price(cents, country)}</dd></div>`
}

type Priced = Pick<Quote, 'country' | 'codes' | 'delivery'> & { readonly lines: readonly PricedLine[] }

/** Subtotal, discounts, those that do not apply too, delivery and total. */
export function sums({ country, lines, codes, delivery }: Priced, totalCents: number): Html {
  const subtotal = lines.reduce((total, line) => total + fullCents(line), 0)
  const isFree = delivery.cents === 0
  return html`<dl class="tots"><div><dt>Subtotal</dt><dd>${price(subtotal, country)}</dd></div>${codes.map((code) => discountRow(code, country))}<div${isFree ? raw(' class="g"') : ''}><dt>Delivery</dt><dd>${isFree ? 'FREE' : price(delivery.cents, country)}</dd></div><div class="t"><dt>Total</dt><dd>${price(totalCents, country)}</dd></div></dl>`
}
