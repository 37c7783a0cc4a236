import { Link, useLocation } from 'react-router'
import { bannerWords } from '#app/content/frame-words.ts'
import { marketPath, withoutMarket } from '#app/models/market.ts'
import { usePageFacts } from '../page/use-page-facts.ts'
import { useShop } from '../page/use-shop.ts'
import { cn } from '../ui/cn.ts'

function BannerText({ isRedeeming }: { isRedeeming: boolean }) {
  const facts = usePageFacts()
  const { vol1SoldOut } = useShop()
  if (facts.bannerText !== '')
    return <span className={isRedeeming ? 'max-md:line-clamp-1' : undefined}>{facts.bannerText}</span>
  const { lead, text, rest, end } = bannerWords(facts, vol1SoldOut === true)
  return (
    <>
      {lead ? <b>{lead}</b> : null}
      {text}
      {rest ? <span className={isRedeeming ? 'max-md:sr-only' : undefined}>{rest}</span> : null}
      {end}
    </>
  )
}

/** The market's current offer, above everything, as a link to the shop. Spec: 2 Banner and cookie notice */
export function Banner() {
  const { market } = useShop()
  // Who redeems a gift on a phone has one line of it, so that the button is in sight.
  const isRedeeming = withoutMarket(useLocation().pathname).startsWith('/redeem')
  return (
    <Link
      className={cn(
        'group grid place-items-center bg-soot px-gutter py-1.5 text-center text-xs leading-4.5 text-balance text-gilt-bright no-underline -outline-offset-2 md:min-h-banner md:text-hint md:leading-5',
        !isRedeeming && 'min-h-banner',
      )}
      data-theme="dark"
      to={marketPath(market, '/products')}
      prefetch="intent"
    >
      <span className="group-hover:underline">
        <BannerText isRedeeming={isRedeeming} />
      </span>
    </Link>
  )
}
