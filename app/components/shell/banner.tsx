import { Link, useLocation } from 'react-router'
import { factsOf, hasVol2Shipped, haveEnvelopesPosted } from '../../models/facts.ts'
import { marketPath, withoutMarket } from '../../models/market.ts'
import { type ShopData, useShop } from '../page/use-shop.ts'

function BannerText({ shop }: { shop: ShopData }) {
  const { market, now, company } = shop
  // Who redeems a gift on a phone has one line of it, so that the button is in sight.
  const isRedeeming = withoutMarket(useLocation().pathname).startsWith('/redeem')
  const rest = isRedeeming ? 'max-md:sr-only' : undefined
  if (company.bannerText !== '')
    return <span className={isRedeeming ? 'max-md:line-clamp-1' : undefined}>{company.bannerText}</span>
  const { envelopeValue, envelopeOccasion } = factsOf(market)
  if (market === 'us') {
    const occasion = haveEnvelopesPosted(market, now) ? '' : `, to open ${envelopeOccasion}`
    return (
      <>
        <b>The premium gift envelope</b> <span className="whitespace-nowrap">({envelopeValue} value)</span> is
        included<span className={rest}> with Vol. II{occasion}</span>.
      </>
    )
  }
  if (shop.vol1SoldOut) {
    return <>Vol. II: Magical You comes with a free gift envelope worth {envelopeValue}.</>
  }
  const offer = hasVol2Shipped(market, now) ? 'Vol. II comes' : 'Pre-order Vol. II'
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
  const shop = useShop()
  return (
    <Link
      className="group block bg-soot px-gutter py-1.5 text-center text-xs leading-[1.125rem] text-balance text-gilt-bright no-underline -outline-offset-2 md:py-2.5 md:text-hint md:leading-5"
      data-ground="theatre"
      to={marketPath(shop.market, '/products')}
      prefetch="intent"
    >
      <span className="group-hover:underline">
        <BannerText shop={shop} />
      </span>
    </Link>
  )
}
