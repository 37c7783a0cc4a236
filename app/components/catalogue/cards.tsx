import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { vol2Subtitle } from '#app/components/page/badge.tsx'
import type { PageFacts } from '#app/content/page-facts.ts'
import { PRICE_UNAVAILABLE } from '#app/models/messages.ts'
import { formatMoney } from '#app/models/money.ts'
import { isOwnPicture } from '#app/models/picture-sources.ts'
import type { PictureName } from '#app/models/pictures.ts'
import { type OwnProduct, ownProduct } from '#app/models/product.ts'
import type { ProductCard } from '#app/models/product-card.ts'
import { STORE_UNAVAILABLE } from '#app/models/screen-texts.ts'
import { capitalizeFirst, SIZE_RANGE, WAND_COUNT } from '#app/models/wands.ts'
import { BADGES, Badge, EnvelopeBadge } from '../page/badge.tsx'
import { TextLink } from '../page/links.tsx'
import { RichText } from '../page/text.tsx'
import { buttonClass } from '../ui/button.tsx'
import { cn } from '../ui/cn.ts'
import { Icon } from '../ui/icon.tsx'
import { NoPicture, Picture } from '../ui/picture.tsx'
import { Price } from '../ui/price.tsx'
import { Lede, Plate } from '../ui/section.tsx'

/** How the pictures of a product of our own stand on its card, and what they show together. */
type Arrangement = {
  readonly alt: string
  /** How each picture stands. */
  readonly places?: readonly string[]
  readonly ground: string
  readonly names: readonly PictureName[]
  /** The width of each picture, where it is much narrower than its frame. */
  readonly sizes?: string
}

const UPRIGHT_SIZES = '(max-width: 48rem) 52vw, 26rem'

const ARRANGEMENTS: Readonly<Record<OwnProduct, Arrangement>> = {
  'vol-1': {
    alt: 'The Phoenix Edition in Ashborn, Sunfire and Ember',
    places: ['[scale:.86] [translate:-25%]', '[scale:.86] [translate:25%]'],
    ground: 'linear-gradient(180deg,#cfccc1,#b8b4a7)',
    names: ['box-vol1-ashborn', 'box-vol1-sunfire', 'box-vol1-ember'],
    sizes: UPRIGHT_SIZES,
  },
  'vol-2': {
    alt: 'Vol. II, midnight blue with a gold star chart',
    ground: 'radial-gradient(ellipse at 50% 42%,#3b4a9c,#161f52 60%,#0c1136)',
    names: ['box-vol2-closed'],
    sizes: UPRIGHT_SIZES,
  },
  wand: {
    alt: `Four of the ${WAND_COUNT} wands`,
    places: ['[translate:-37.5%]', '[translate:-12.5%]', '[translate:12.5%]', '[translate:37.5%]'],
    ground: 'radial-gradient(ellipse at 50% 30%,#6d1f2c,#3a0f19 70%)',
    names: ['wand-dragon-elder', 'wand-unicorn-chestnut', 'wand-unicorn-cherry', 'wand-phoenix-elm'],
    sizes: '6rem',
  },
  bundle: {
    alt: `${capitalizeFirst(WAND_COUNT)} wands in a velvet-lined case`,
    ground: 'linear-gradient(180deg,#d9d6cc,#c4c0b3)',
    names: ['wands-collectors-set'],
  },
  'keyhole-tote': {
    alt: 'Canvas tote with the keyhole mark',
    ground: 'linear-gradient(180deg,#24463f,#12231f)',
    names: ['merch-tote'],
    sizes: UPRIGHT_SIZES,
  },
  'magical-af-mug': {
    alt: 'Bottle-green mug that says Magical AF in gold',
    ground: 'linear-gradient(180deg,#d3d0c5,#b8b4a7)',
    names: ['merch-mug'],
  },
}

/** Where the store's own image is shown. */
const STORE_IMAGE: Arrangement = { alt: '', ground: 'var(--color-off)', names: [] }

/** It rises a little while the pointer is on its card (`group`). */
const OBJECT = 'absolute inset-0 moves-transform ease-lid group-hover:lift'

/**
 * The picture of a product in a list, with its badge: our own arrangement of pictures, or else the store's first image.
 * Spec: 2 Collection, Product card
 */
export function CardArt(props: {
  card: ProductCard
  sizes: string
  priority?: boolean
  /** The shape of its frame. */
  className?: string
}) {
  const { card, sizes, priority = false, className } = props
  const { image, title } = card
  const own = image === null || isOwnPicture(image.url) ? ownProduct(card) : null
  const { alt, places, ground, names, sizes: ownSizes = sizes } = own ? ARRANGEMENTS[own] : STORE_IMAGE
  // A frame of a card would cut off what a taller or wider picture shows.
  const ratio = (image?.width ?? 0) / (image?.height ?? 1)
  const badge = card.isSoldOut ? (
    <Badge tone="plain">Sold out</Badge>
  ) : card.kind === 'vol-1' ? (
    <Badge>{BADGES.limited}</Badge>
  ) : card.kind === 'vol-2' ? (
    <EnvelopeBadge />
  ) : null
  return (
    <div className={cn('relative overflow-hidden rounded-board', className)} style={{ background: ground }}>
      {badge ? <div className="absolute top-4 left-4 z-1 flex">{badge}</div> : null}
      {own || image ? null : <NoPicture />}
      {image && !own ? (
        <Picture
          {...{ image, sizes, priority }}
          alt={image.altText ?? title}
          className={cn(OBJECT, 'size-full', ratio >= 0.8 && ratio <= 2 ? 'object-cover' : 'object-contain')}
        />
      ) : null}
      {names.map((name, index) => {
        const isFront = index === names.length - 1
        return (
          <Picture
            key={name}
            name={name}
            sizes={ownSizes}
            alt={isFront ? alt : undefined}
            // Loading the pictures behind it as well would delay the one in front.
            priority={priority && isFront}
            // On narrow screens below the badge.
            className={cn(
              OBJECT,
              'inset-x-1/20 top-1/10 h-5/6 w-9/10 object-contain lg:top-1/20 lg:h-9/10',
              places?.[index],
            )}
          />
        )
      })}
    </div>
  )
}

/** What stands below a product's title in a list: our own text for known products, else the store's description. */
export function cardText(card: ProductCard, facts: PageFacts) {
  const texts: Readonly<Record<OwnProduct, readonly [subtitle: string, description: string]>> = {
    'vol-1': [
      'Ashborn, Sunfire or Ember',
      `Hand-made, signed and numbered. ${facts.vol1Copies} copies, and then no more.`,
    ],
    'vol-2': [
      vol2Subtitle(facts),
      'A star chart on the cover, with you in the middle of it. The Gift Edition Envelope comes free.',
    ],
    wand: [
      `${capitalizeFirst(WAND_COUNT)} styles`,
      'Any one of them opens any Wizard Box. One for your desk, one for someone you trust.',
    ],
    bundle: [`${capitalizeFirst(SIZE_RANGE)} wands, your choice`, 'Choose a size, then choose your wands.'],
    'keyhole-tote': [
      'Natural or Midnight',
      'A canvas tote with the keyhole on the front. It does not lock. You cannot have everything.',
    ],
    'magical-af-mug': ['11 oz', 'For mornings when you are, and mornings when you need telling.'],
  }
  const own = ownProduct(card)
  const [subtitle, description] = own ? texts[own] : [null, card.description]
  return { subtitle, description }
}

/**
 * `From £59`; for the collector's set also the price without the discount, struck through. Spec: 2 Collection,
 * Product card
 */
export function CardPrice({ price }: Pick<ProductCard, 'price'>) {
  if (price === null) return <Price>{PRICE_UNAVAILABLE}</Price>
  const from = price.isFrom ? 'From ' : ''
  return (
    <Price>
      {price.was ? (
        <>
          <span className="sr-only">Was </span>
          <s className="mr-1.5 text-[0.9em] text-quiet">
            {from}
            {formatMoney(price.was)}
          </s>
          <span className="sr-only">, now </span>
        </>
      ) : null}
      {from}
      {formatMoney(price.money)}
    </Price>
  )
}

/** A message in place of the products. */
function Message(props: {
  title?: string
  level?: 2 | 3
  text: string
  role?: 'alert'
  children?: ReactNode
}) {
  const { title, level = 2, text, role, children } = props
  const Heading = `h${level}` as const
  return (
    <Plate className="grid justify-items-center gap-4 p-gutter text-center" role={role}>
      {title ? <Heading>{title}</Heading> : null}
      <Lede className="mx-auto">
        <RichText text={text} />
      </Lede>
      {children}
    </Plate>
  )
}

/** Shown in place of the products while the storefront is unavailable. Spec: 8 Catalogue list failure */
export function StoreUnavailable({ place }: { place: 'home' | 'products' }) {
  const { pathname, search } = useLocation()
  return (
    <Message {...STORE_UNAVAILABLE[place]} level={place === 'home' ? 3 : 2} role="alert">
      <a className={buttonClass({}, 'z-1 mt-3')} href={pathname + search}>
        <Icon name="retry" /> Try again
      </a>
    </Message>
  )
}

/** A catalogue without products. Spec: 8 Empty list */
export function NoProducts({ level = 3 }: { level?: 2 | 3 }) {
  const text = 'We are still setting out the stock. Please look in again soon.'
  return <Message title="No products found" level={level} text={text} />
}

export function NoMatchingProducts() {
  return (
    <Message text="Nothing on this shelf.">
      <TextLink to="/products">
        See everything <Icon name="arrow" />
      </TextLink>
    </Message>
  )
}
