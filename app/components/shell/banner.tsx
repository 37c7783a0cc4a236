import { Link, useLocation } from 'react-router'
import { marketPath, withoutMarket } from '../../models/market.ts'
import { usePageFacts } from '../page/use-page-facts.ts'
import { useShop } from '../page/use-shop.ts'

function BannerText() {
  const { vol1SoldOut } = useShop()
  const facts = usePageFacts()
  // Who redeems a gift on a phone has one line of it, so that the button is in sight.
  const isRedeeming = withoutMarket(useLocation().pathname).startsWith('/redeem')
  const rest = isRedeeming ? 'max-md:sr-only' : undefined
  if (facts.bannerText !== '')
    return <span className={isRedeeming ? 'max-md:line-clamp-1' : undefined}>{facts.bannerText}</span>
  const { envelopeValue, envelopeOccasion } = facts
  if (facts.market === 'us') {
    const occasion = facts.isForChristmas ? `, to open ${envelopeOccasion}` : ''
    return (
      <>
        <b>The premium gift envelope</b> <span className="whitespace-nowrap">({envelopeValue} value)</span> is
        included<span className={rest}> with Vol. II{occasion}</span>.
      </>
    )
  }
  if (vol1SoldOut) {
    return <>Vol. II: Magical You comes with a free gift envelope worth {envelopeValue}.</>
  }
  const offer = facts.isPreOrder ? 'Pre-order Vol. II' : 'Vol. II comes'
  return (
    <>
      <b>Only 200 Available - Vol. I: The Phoenix Edition</b>.
      <span className={rest}>
        {' '}
        {offer} with a free gift envelope worth {envelopeValue}.
      </span>
    </>
  )
}

/** The market's current offer, above everything, as a link to the shop. Spec: 2 Banner and cookie notice */
export function Banner() {
  return (
    <Link
      className="group block bg-soot px-gutter py-1.5 text-center text-xs leading-[1.125rem] text-balance text-gilt-bright no-underline -outline-offset-2 md:py-2.5 md:text-hint md:leading-5"
      data-ground="theatre"
      to={marketPath(useShop().market, '/products')}
      prefetch="intent"
    >
      <span className="group-hover:underline">
        <BannerText />
      </span>
    </Link>
  )
}
