import { deliveryTime, MARKETS, type Market, otherMarkets } from '#app/models/market.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { MarketForm } from './navigation.tsx'
import { NonBreakingText } from './text.tsx'
import { usePageFacts } from './use-shop.ts'

/** The shipping region, as worded on the home page and on the shop page. */
function regionNote(page: 'home' | 'products', market: Market): string {
  const { region, shipsTo } = MARKETS[market]
  if (page === 'products') return `This store ships to ${shipsTo} only.`
  const elsewhere = otherMarkets(market).map((other) => MARKETS[other].customersIn)
  return `Each store ships only to its own region. This one ships to ${region}. Shopping from ${elsewhere.join(' or ')}?`
}

/** Reasons to buy here, and where this store ships to. Spec: 2 Home, Trust strip */
export function TrustStrip({ page }: { page: 'home' | 'products' }) {
  const facts = usePageFacts()
  const { zones, titleName } = facts.store
  const times = zones.map((zone) => `${zone.label} ${deliveryTime(zone, facts)}`).join(', ')
  const reasons = [
    ['truck', `Free shipping over ${facts.freeShippingOver}`, 'Counted for you in the cart.'],
    ['globe', `${titleName} shipping`, zones.length > 1 ? `${times}.` : `Delivery takes ${facts.delivery}.`],
    ['wand', 'Magical AF', 'It opens for a wand. What more do you want?'],
    ['lock', 'Secure Checkout', 'Run by our storefront host. We never see your card.'],
  ] as const
  return (
    <section className="line-y bg-plate print:hidden" aria-label="Why shop here">
      <div className="wrap">
        <ul className="grid gap-x-4 gap-y-5 py-6 grid-cols-2 max-xs:grid-cols-1 lg:grid-cols-4 lg:gap-gap">
          {reasons.map(([icon, title, text]) => (
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
