import { Link } from 'react-router'
import { DRAWINGS } from '../../models/drawings.ts'
import { formatMoney, type Money } from '../../models/money.ts'
import { HANDLES, productPath } from '../../models/product.ts'
import type { PageFacts } from '../content/page-facts.ts'
import { useShop } from '../layout/use-shop.ts'
import { Badge } from '../ui/badge.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Picture } from '../ui/picture.tsx'

/** The lowest price of each box; null if this store does not sell it. */
export type BoxPrices = { readonly vol1: Money | null; readonly vol2: Money }

/** Suggests the boxes to visitors who own none. */
export function NoBoxYet({
  text = 'A wand without a box is a very good pointing stick. See what it opens.',
}) {
  const { market } = useShop()
  const plate = DRAWINGS['lock-plate']
  return (
    <div className="nobox">
      <img src={plate.src} width={plate.width} height={plate.height} alt="" loading="lazy" />
      <div>
        <h3>No box yet?</h3>
        <p className="muted">{text}</p>
      </div>
      <div className="boxes">
        {market === 'uk' ? (
          <ButtonLink variant="ghost" to={productPath(market, HANDLES.vol1)}>
            See Vol. I
          </ButtonLink>
        ) : null}
        <ButtonLink to={productPath(market, HANDLES.vol2[market])}>See Vol. II</ButtonLink>
      </div>
    </div>
  )
}

/** The width of the box itself, which is less than that of its frame. */
const BOX_SIZES = '(max-width: 47.99rem) 10.5rem, 18rem'

/** Links from the wands to the boxes. Spec: 2 Product detail, Wand product */
export function BoxCards({ facts, prices }: { facts: PageFacts; prices: BoxPrices }) {
  const { market } = facts
  return (
    <section className="cross-sec" aria-labelledby="cross">
      <div className="wrap">
        <h2 id="cross">Something to open</h2>
        <div className={prices.vol1 ? 'cross' : 'cross one'}>
          {prices.vol1 ? (
            <Link className="cx stone" to={productPath(market, HANDLES.vol1)} prefetch="intent">
              <span className="pic">
                <Picture name="box-vol1-ember" sizes={BOX_SIZES} alt="" />
              </span>
              <span className="t">
                <Badge>LIMITED EDITION</Badge>
                <h3>Vol. I: The Phoenix Edition</h3>
                <span className="small">{facts.vol1Copies} copies, signed and numbered.</span>
                <b>From {formatMoney(prices.vol1)}</b>
                <span className="link">
                  See Vol. I <Icon name="arrow" />
                </span>
              </span>
            </Link>
          ) : null}
          <Link className="cx midnight dark" to={productPath(market, HANDLES.vol2[market])} prefetch="intent">
            <span className="pic">
              <Picture name="box-vol2-closed" sizes={BOX_SIZES} alt="" />
            </span>
            <span className="t">
              <Badge tone="free">
                <s>{facts.envelopeValue}</s> FREE Gift Envelope
              </Badge>
              <h3>Vol. II: Magical You</h3>
              <span className="small">Gift Edition Envelope included.</span>
              <b>From {formatMoney(prices.vol2)}</b>
              <span className="link">
                See Vol. II <Icon name="arrow" />
              </span>
            </span>
          </Link>
        </div>
      </div>
    </section>
  )
}
