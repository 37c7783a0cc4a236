import { Fragment, useRef } from 'react'
import { Link } from 'react-router'
import { SEVEN_PIECES } from '#app/content/choices.ts'
import type { PageFacts } from '#app/content/page-facts.ts'
import { MARKETS, marketPath, otherMarkets } from '#app/models/market.ts'
import { PICTURE_TEXTS } from '#app/models/pictures.ts'
import { vol2Path } from '#app/models/product.ts'
import { capitalizeFirst, PREMIUM_COUNT } from '#app/models/wands.ts'
import { BADGES, Badge, EnvelopeBadge } from '../page/badge.tsx'
import { Film, WATCH } from '../page/film.tsx'
import { ButtonLink, TextLink } from '../page/links.tsx'
import { useShop } from '../page/use-shop.ts'
import { IconButton, linkClass } from '../ui/button.tsx'
import { cn } from '../ui/cn.ts'
import { Icon } from '../ui/icon.tsx'
import { Steps } from '../ui/list.tsx'
import { Note } from '../ui/note.tsx'
import { Picture } from '../ui/picture.tsx'
import { Actions, Lede, plateClass, Section, SectionHead } from '../ui/section.tsx'

/** The top of the gift page: the free envelope. Spec: 2 Other pages, Gift */
export function GiftHero({ facts }: { facts: PageFacts }) {
  const { market } = facts
  return (
    // Side by side on a phone held sideways too: the picture alone would fill it.
    <section
      data-theme="dark"
      className="overflow-hidden bg-lamp-pine lamp-right"
      aria-labelledby="gift-title"
    >
      <div className="wrap grid items-center gap-part py-band max-md:pt-4 beside:grid-cols-5-6 sideways:items-start sideways:py-5">
        <div>
          <EnvelopeBadge text="with Vol. II: Magical You" />
          <h1 id="gift-title" className="mt-5 text-title sideways:mt-3 sideways:text-3xl">
            {facts.isForChristmas
              ? 'Something sealed for Christmas morning'
              : 'Something sealed to hand over'}
          </h1>
          <Lede className="mt-6 max-w-measure text-quiet sideways:mt-3">
            {facts.isForChristmas
              ? `The box arrives in the new year. The Gift Edition Envelope ${facts.envelopeVerb} first, ${facts.envelopeShipsNow}, so there is a seal to break on the day.`
              : 'First the letter, then the box. The Gift Edition Envelope comes free with Vol.\u00a0II: Magical\u00a0You, and there is a letter you can print today.'}
          </Lede>
          <Actions>
            <ButtonLink to={vol2Path(market)}>
              {facts.isPreOrder ? 'Pre-order Vol. II' : 'Order Vol. II'}
            </ButtonLink>
            <TextLink to="/gift-download">
              <Icon name="download" /> Printable letter
            </TextLink>
          </Actions>
        </div>
        <Picture
          name="gift-envelope"
          alt={PICTURE_TEXTS['gift-envelope']}
          sizes="(max-width: 63.99rem) 34rem, 44rem"
          className="-order-1 mx-auto w-full max-w-136 beside:order-none lg:max-w-none"
          priority
        />
      </div>
    </section>
  )
}

/** What comes when, as of today. */
export function GiftDates({ facts }: { facts: PageFacts }) {
  const { envelopeBy: by, giftShipsNow: box } = facts
  const dates = [
    ['The letter', 'In minutes', 'Print it yourself. The magic words come by email.'],
    ['The envelope', `By ${by}`, 'Posted to you, untracked.'],
    [
      'The box',
      facts.isPreOrder ? box : capitalizeFirst(box),
      'Shipped, tracked, to whoever says the words.',
    ],
  ] as const
  return (
    <section data-theme="dark" className="bg-bottle" aria-labelledby="dates-title">
      <div className="wrap py-part">
        <h2 id="dates-title" className="sr-only">
          What comes when
        </h2>
        <dl className="grid gap-x-column gap-y-6 md:grid-cols-3">
          {dates.map(([name, when, text]) => (
            <div key={name} className="border-t border-line pt-3">
              <dt className="text-sm text-accent">{name}</dt>
              <dd>
                <b className="block font-display text-xl leading-heading font-normal text-balance">{when}</b>
                <span className="text-sm text-quiet">{text}</span>
              </dd>
            </div>
          ))}
        </dl>
        <p className="mt-6 max-w-none">
          <TextLink to="/gift-download">
            <Icon name="download" /> {`Needed before ${by}? Take the printable letter.`}
          </TextLink>
        </p>
      </div>
    </section>
  )
}

function envelopeNote(f: PageFacts): string {
  const posted = f.store.english === 'american' ? 'Ships' : 'Posted'
  if (f.envelopeShipsNow === f.giftShipsNow)
    return `Both ship ${f.giftShipsNow}: the envelope untracked, the box tracked.`
  const box = f.envelopesGoFirst ? `The box follows in ${f.giftShipsNow}` : `The box ships ${f.giftShipsNow}`
  return `${posted} ${f.envelopeShipsNow}, untracked. ${box}, tracked.`
}

export function SevenPieces({ facts }: { facts: PageFacts }) {
  return (
    <Section aria-labelledby="seven-title">
      <SectionHead>
        <h2 id="seven-title">Seven pieces in one envelope</h2>
        <p className="max-w-measure text-balance text-quiet">{envelopeNote(facts)}</p>
      </SectionHead>
      {/* On tablets four, and three in the middle under them. */}
      <ul className="grid grid-cols-2 gap-x-gap gap-y-8 md:grid-cols-8 lg:grid-cols-7">
        {SEVEN_PIECES.map(([picture, name, line]) => (
          <li
            key={picture}
            className="text-center text-sm leading-snug text-balance max-md:last:col-span-full md:max-lg:col-span-2 md:max-lg:nth-5:col-start-2"
          >
            <Picture
              name={picture}
              sizes="9.5rem"
              alt=""
              className="mx-auto h-auto w-30 md:w-38 md:max-w-full"
            />
            <b className="mt-2.5 block font-semibold">{name}</b>
            <span className="text-quiet">{line}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

const SIZES = '(max-width: 48rem) 86vw, 46rem'

/** The pictures, with the ground of an object that does not fill its frame. The envelope opens the page already. */
const SLIDES = [
  ['box-vol2-open', PICTURE_TEXTS['box-vol2-open'], 'Vol. II, open', 'bg-lamp-midnight'],
  [
    'letter-a5',
    'The printable Letter of Gift as a folded A5 card',
    'The letter, to print at home',
    'bg-lamp-pine',
  ],
  [
    'vol2-shelf',
    'Vol. II stands closed on a shelf between other books, its spine to the room',
    'Closed, on a shelf',
    undefined,
  ],
] as const
const FRAME = 'relative aspect-16/10 overflow-hidden rounded-board bg-bottle'
const ARROW = 'size-12 border border-edge hover:border-ink'

/** Three pictures and the film in a scrolling row; its buttons need JavaScript. Spec: 2 Other pages, Gift */
export function GiftGallery() {
  const row = useRef<HTMLUListElement>(null)

  /** After the last slide comes the first again. Whether it glides is decided by the stylesheet. */
  function scrollBySlide(direction: 1 | -1) {
    const list = row.current
    if (!list) return
    const step = list.firstElementChild?.clientWidth ?? 0
    const last = list.scrollWidth - list.clientWidth
    const isAtEnd = direction < 0 ? list.scrollLeft < 1 : list.scrollLeft > last - 1
    list.scrollBy({ left: direction * (isAtEnd ? -last : step) })
  }

  return (
    <section aria-labelledby="gallery-title">
      <h2 id="gallery-title" className="sr-only">
        Gallery
      </h2>
      <ul
        className="grid auto-cols-[min(74%,46rem)] grid-flow-col gap-gap [scroll-snap-type:x_mandatory] overflow-x-auto scroll-smooth px-bleed pb-4 [scrollbar-color:#c9993f_#0000] max-md:auto-cols-[86%]"
        ref={row}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the arrow keys must reach it
        tabIndex={0}
        aria-labelledby="gallery-title"
      >
        {SLIDES.map(([name, alt, caption, look]) => (
          <li key={name} className="snap-center">
            <figure className={cn(FRAME, look)}>
              <Picture
                name={name}
                alt={alt}
                sizes={SIZES}
                className={cn(
                  'absolute',
                  look ? 'inset-1/20 size-9/10 object-contain' : 'inset-0 size-full object-cover',
                )}
              />
              <figcaption className="absolute bottom-0 left-0 bg-veil px-4 py-2 text-sm text-bone print:bg-leaf print:text-coal">
                {caption}
              </figcaption>
            </figure>
          </li>
        ))}
        <li className="snap-center">
          <figure className={FRAME}>
            <Film sizes={SIZES} className="aspect-auto h-full" />
            <figcaption className="sr-only">{`Film: ${WATCH}`}</figcaption>
          </figure>
        </li>
      </ul>
      <div className="wrap mt-3 flex justify-end gap-2 noscript:hidden">
        <IconButton
          className={ARROW}
          icon="left"
          label="Previous picture"
          onClick={() => scrollBySlide(-1)}
        />
        <IconButton className={ARROW} icon="right" label="Next picture" onClick={() => scrollBySlide(1)} />
      </div>
    </section>
  )
}

const GIVING_STEPS = [
  { title: 'Choose the gift', text: 'Order Vol. II with or without a wand. The envelope is added free.' },
  {
    title: 'Seal the envelope',
    text: 'It reaches you open. Sign the letter, add a note, press on the seal.',
  },
  {
    title: 'They say the magic words',
    text: 'The code on the card claims the box, with free shipping to their own door.',
  },
]

export function HowGivingWorks() {
  const { market } = useShop()
  return (
    <Section aria-labelledby="how-title">
      <SectionHead>
        <h2 id="how-title">How giving works</h2>
      </SectionHead>
      <Steps steps={GIVING_STEPS} className="grid gap-gutter md:grid-cols-3" />
      <Note icon="globe" className="mt-panel">
        <p>
          {`A gift can only be redeemed in the store where it was bought. This store ships to ${MARKETS[market].region}.`}
          {otherMarkets(market).map((other) => (
            <Fragment key={other}>
              {` If your person is in ${MARKETS[other].customersIn}, buy from the `}
              <Link to={marketPath(other, '/gift')}>{MARKETS[other].storeName}</Link>.
            </Fragment>
          ))}
        </p>
      </Note>
    </Section>
  )
}

export function LetterAndRedeem() {
  const { market } = useShop()
  const plates = [
    [
      'late-title',
      'gift-2-letter',
      'Left it late?',
      'Download the printable letter and write it by hand. The magic words come by email after purchase.',
      // A file, which is no page of the router.
      <a
        key="letter"
        className={linkClass('mt-4')}
        href={marketPath(market, '/gift-download/letter.pdf')}
        target="_blank"
        rel="noopener"
      >
        <Icon name="download" /> Download the letter (PDF)
      </a>,
    ],
    [
      'given-title',
      'gift-3-redemption-card',
      'Were you given one?',
      'Have your Redemption Card ready and say the words.',
      <TextLink key="redeem" className="mt-4" to="/redeem">
        Redeem a gift <Icon name="arrow" />
      </TextLink>,
    ],
  ] as const
  return (
    <div className="wrap grid gap-gap py-section lg:grid-cols-2">
      {plates.map(([id, picture, title, text, link]) => (
        // On a phone there would be room for two words beside the picture.
        <section
          key={id}
          data-theme="light"
          className={plateClass('grid items-start gap-x-6 gap-y-4 p-panel sm:grid-cols-lead')}
          aria-labelledby={id}
        >
          <Picture name={picture} sizes="8.5rem" alt="" className="h-auto w-22 md:w-36" />
          <div>
            <h2 id={id} className="text-h3">
              {title}
            </h2>
            <p className="mt-2 text-quiet">{text}</p>
            {link}
          </div>
        </section>
      ))}
    </div>
  )
}

/** The three gifts at live prices, each a link to the page of Vol. II with its option chosen. Spec: 9 Gift page copy prices */
export function GiftOptions({ facts }: { facts: PageFacts }) {
  const { market, boxOnlyPrice, classicSetPrice, premiumSetPrice } = facts
  const options = [
    ['box-only', 'Wizard Box only', 'For someone with a wand.', boxOnlyPrice, null],
    [
      'classic-wand',
      'Complete Set with Classic Wand',
      'Dragon & Elder included.',
      classicSetPrice,
      'wand-dragon-elder',
    ],
    [
      'premium-wand',
      'Complete Set with Premium Wand',
      `One of ${PREMIUM_COUNT} premium wands. The person you give it to makes the final choice.`,
      premiumSetPrice,
      'wand-unicorn-chestnut',
    ],
  ] as const
  return (
    <section aria-labelledby="options-title">
      <div className="wrap">
        <SectionHead>
          <h2 id="options-title">Three ways to give it</h2>
        </SectionHead>
        <ul className="grid gap-gap md:grid-cols-3">
          {options.map(([option, title, text, price, wand]) => (
            // Between phone and tablet the picture stands beside its words.
            <li key={option} data-theme="light" className={plateClass('flex flex-col p-6 text-center')}>
              <div className="relative aspect-7/6 overflow-hidden bg-lamp-midnight">
                {option === 'classic-wand' ? (
                  <div className="absolute top-4 left-4 z-1 flex">
                    <Badge tone="gold">{BADGES.popular}</Badge>
                  </div>
                ) : null}
                <Picture
                  className={cn('absolute inset-1/30 size-14/15 object-contain', wand && '[translate:-8.3%]')}
                  name="box-vol2-closed"
                  sizes="20rem"
                  alt=""
                />
                {wand ? (
                  <Picture
                    className="absolute inset-1/12 size-5/6 rotate-14 [translate:33%] object-contain"
                    name={wand}
                    sizes="6rem"
                    alt=""
                  />
                ) : null}
              </div>
              <h3 id={`give-${option}`} className="mt-6 text-xl">
                {title}
              </h3>
              <p className="mx-auto mt-2 text-sm text-quiet">{text}</p>
              <p className="mt-auto mb-5 pt-4 text-xl font-semibold">{price}</p>
              <ButtonLink
                to={`${vol2Path(market)}?option=${option}&wrapping=gift-edition`}
                className="z-1"
                aria-describedby={`give-${option}`}
              >
                Choose
              </ButtonLink>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
