import { marketPath } from '../../models/market.ts'
import { formatMoney } from '../../models/money.ts'
import { type WandStyle, wandSlug } from '../../models/option-choice.ts'
import { noWands } from '../../models/page-messages.ts'
import { type Product, type Variant, variantDigits } from '../../models/product.ts'
import { useShop } from '../layout/use-shop.ts'
import { Badge } from '../ui/badge.tsx'
import { TextLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Picture } from '../ui/picture.tsx'
import { AddForm } from './add-form.tsx'
import { WAND_TEXTS, wandPicture } from './wand-words.ts'

/** One wand with its add-to-cart button. */
export function WandCard({
  handle,
  wand,
  variant,
  isFirst,
}: {
  handle: string
  wand: WandStyle
  variant: Variant
  /** Its picture is the largest of the first screenful on a phone, so it is requested before the stylesheets. */
  isFirst: boolean
}) {
  const slug = wandSlug(wand)
  const isSoldOut = !variant.availableForSale
  return (
    <li className={isSoldOut ? 'wc out' : 'wc'} id={slug}>
      <div className="well">
        {isSoldOut ? (
          <span className="soldb">
            <Badge tone="plain">Sold out</Badge>
          </span>
        ) : null}
        <Picture name={wandPicture(wand)} sizes="(max-width: 48rem) 4rem, 6rem" priority={isFirst} />
      </div>
      <div className="wm">
        <h3>{wand}</h3>
        <span className="price">{variant.price ? formatMoney(variant.price) : 'Price unavailable'}</span>
        <span className="xs kind">{wand === 'Dragon & Elder' ? 'Classic' : 'Premium'}</span>
        <p className="small muted">{WAND_TEXTS[wand].line}</p>
        <details className="more">
          <summary>
            More<span className="sr"> about {wand}</span>
            <Icon name="down" />
          </summary>
          <p className="small">{WAND_TEXTS[wand].text}</p>
        </details>
      </div>
      <AddForm
        handle={handle}
        fields={{ variant: variantDigits(variant.id) ?? variant.id }}
        label="Add to Cart"
        itemName={wand}
        isSoldOut={isSoldOut}
      />
    </li>
  )
}

/** Replaces an empty list of wands. Spec: 8 Empty wand list */
export function NoWandsNotice({ product }: { product: Product }) {
  const { market } = useShop()
  const { title, text } = noWands(product.variants.map((variant) => variant.title))
  return (
    <div className="notice" role="status">
      <Icon name="alert" />
      <div>
        <b>{title}</b>
        <p>{text}</p>
        <TextLink to={marketPath(market, '/products')}>Back to Shop</TextLink>
      </div>
    </div>
  )
}
