import type { PageFacts } from '#app/content/page-facts.ts'
import { deliveryTime, MARKETS, type Market, otherMarkets } from '#app/models/market.ts'
import { Button } from '../ui/button.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'
import { MarketForm } from './navigation.tsx'
import { NonBreakingText } from './text.tsx'
import { usePageFacts } from './use-shop.ts'

type Reason = readonly [icon: IconName, title: string, text: string]

function reasonsToBuyHere(f: PageFacts): readonly Reason[] {
  const { zones, titleName } = f.store
  const times = zones.map((zone) => `${zone.label} ${deliveryTime(zone, f)}`)
  return [
    ['truck', `Free shipping over ${f.freeShippingOver}`, 'Counted for you in the cart.'],
    [
      'globe',
      `${titleName} shipping`,
      zones.length > 1 ? `${times.join(', ')}.` : `Delivery takes ${f.delivery}.`,
    ],
    ['wand', 'Magical AF', 'It opens for a wand. What more do you want?'],
    ['lock', 'Secure Checkout', 'Run by our storefront host. We never see your card.'],
  ]
}

/** The shipping region, as worded on the home page and on the shop page. */
function regionNote(page: 'home' | 'products', market: Market): string {
  const { region, onlyRegion } = MARKETS[market]
  if (page === 'products') return `This store ships to ${onlyRegion}.`
  const elsewhere = otherMarkets(market).map((other) => MARKETS[other].customersIn)
  return `Each store ships only to its own region. This one ships to ${region}. Shopping from ${elsewhere.join(' or ')}?`
}

/** Reasons to buy here, and where this store ships to. Spec: 2 Home, Trust strip */
export function TrustStrip({ page }: { page: 'home' | 'products' }) {
  const facts = usePageFacts()
  return (
    <section className="border-y border-line bg-plate print:hidden" aria-label="Why shop here">
      <div className="wrap">
        <ul className="grid gap-x-4 gap-y-5 py-6 grid-cols-2 max-xs:grid-cols-1 lg:grid-cols-4 lg:gap-gap">
          {reasonsToBuyHere(facts).map(([icon, title, text]) => (
            <li key={title} className="flex items-start gap-3 text-sm leading-snug text-balance">
              <Icon name={icon} className="mt-px size-6 text-accent" />
              <span>
                <b className="block">{title}</b>
                <NonBreakingText text={text} />
              </span>
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap items-center gap-x-4 pb-4 text-hint">
          <p className="max-w-none text-quiet">{regionNote(page, facts.market)}</p>
          {otherMarkets(facts.market).map((other) => (
            <MarketForm key={other} market={other}>
              <Button variant="link" className="text-hint">
                Switch to the {MARKETS[other].storeName}
              </Button>
            </MarketForm>
          ))}
        </div>
      </div>
    </section>
  )
}
