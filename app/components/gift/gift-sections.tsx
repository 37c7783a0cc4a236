import { Fragment, type ReactNode, type UIEvent, useRef } from 'react'
import { Link } from 'react-router'
import { BADGES } from '#app/content/badge-words.ts'
import { SEVEN_PIECES } from '#app/content/choices/envelope-words.ts'
import { WATCH } from '#app/content/film-words.ts'
import {
  envelopeNote,
  GALLERY,
  GIVEN,
  GIVING_STEPS,
  GIVING_TITLE,
  giftDates,
  giftOffer,
  giftOptions,
  givingNote,
  LATE,
  OPTIONS_TITLE,
  PIECES_TITLE,
} from '#app/content/gift-words.ts'
import type { PageFacts } from '#app/content/page-facts.ts'
import { marketPath } from '#app/models/market.ts'
import type { PictureName } from '#app/models/pictures.ts'
import { HANDLES, productPath } from '#app/models/product.ts'
import { EnvelopeBadge } from '../page/envelope-badge.tsx'
import { Film } from '../page/film.tsx'
import { useShop } from '../page/use-shop.ts'
import { Badge } from '../ui/badge.tsx'
import { ButtonLink, IconButton, linkClass, TextLink } from '../ui/button.tsx'
import { cn } from '../ui/cn.ts'
import { Icon } from '../ui/icon.tsx'
import { Steps } from '../ui/list.tsx'
import { Note } from '../ui/note.tsx'
import { Picture } from '../ui/picture.tsx'
import { plateClass } from '../ui/plate.tsx'
import { Actions, Lede, Section, SectionHead } from '../ui/section.tsx'

const SIZES = '(max-width: 48rem) 86vw, 46rem'

const FRAME = 'relative aspect-16/10 overflow-hidden rounded-board bg-bottle'
const ARROW = 'size-12 border border-edge hover:border-ink'

/** Three pictures and the film in a scrolling row; its buttons need JavaScript. Spec: 2 Other pages, Gift */
export function GiftGallery() {
  const row = useRef<HTMLUListElement>(null)

  /** Where a movement begins and ends, until it does; a second click continues from its end. */
  const movement = useRef<{ readonly from: number; readonly to: number } | null>(null)

  /** After the last slide comes the first again. Whether it glides is decided by the stylesheet. */
  function scrollBySlide(direction: 1 | -1) {
    const list = row.current
    if (!list) return
    const step = list.firstElementChild?.clientWidth ?? 0
    const last = list.scrollWidth - list.clientWidth
    const start = movement.current?.to ?? list.scrollLeft
    const isAtEnd = direction < 0 ? start < 1 : start > last - 1
    const left = start + direction * (isAtEnd ? -last : step)
    // Without the event that ends it, it would be kept for ever.
    if ('onscrollend' in list)
      movement.current = { from: list.scrollLeft, to: Math.min(Math.max(left, 0), last) }
    list.scrollTo({ left })
  }

  /** The end of an earlier movement may be told when the next one has just begun. */
  function onScrollEnd({ currentTarget: { scrollLeft } }: UIEvent) {
    const { from = 0, to = 0 } = movement.current ?? {}
    if (Math.abs(scrollLeft - to) <= Math.abs(scrollLeft - from)) movement.current = null
  }

  return (
    <section aria-labelledby="gallery-title">
      <h2 id="gallery-title" className="sr-only">
        Gallery
      </h2>
      <ul
        className="grid auto-cols-[min(74%,46rem)] grid-flow-col gap-gap snap-x snap-mandatory overflow-x-auto scroll-smooth px-bleed pb-4 [scrollbar-color:var(--color-gilt)_transparent] max-md:auto-cols-[86%]"
        ref={row}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the arrow keys must reach it
        tabIndex={0}
        aria-labelledby="gallery-title"
        onScrollEnd={onScrollEnd}
      >
        {/* The envelope opens the page already. */}
        <Slide name="box-vol2-open" look="bg-lamp-midnight" caption={GALLERY.open} />
        <Slide name="letter-a5" look="bg-lamp-pine" caption={GALLERY.letter} />
        <Slide name="vol2-shelf" caption={GALLERY.shelf} />
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

function Slide({
  name,
  look,
  caption,
}: {
  name: PictureName
  /** The ground of an object that does not fill its frame. */
  look?: string
  caption: string
}) {
  return (
    <li className="snap-center">
      <figure className={cn(FRAME, look)}>
        <Picture
          name={name}
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
  )
}

/** The top of the gift page: the free envelope. Spec: 2 Other pages, Gift */
export function GiftHero({ facts }: { facts: PageFacts }) {
  const { market } = facts
  const { title, text, badge, button, letter } = giftOffer(facts)
  return (
    // Side by side on a phone held sideways too: the picture alone would fill it.
    <section
      data-theme="dark"
      className="overflow-hidden bg-lamp-pine lamp-right"
      aria-labelledby="gift-title"
    >
      <div className="wrap grid items-center gap-part py-band max-md:pt-4 beside:grid-cols-5-6 sideways:items-start sideways:py-5">
        <div>
          <EnvelopeBadge text={badge} />
          <h1 id="gift-title" className="mt-5 text-title sideways:mt-3 sideways:text-3xl">
            {title}
          </h1>
          <Lede className="mt-6 max-w-measure text-quiet sideways:mt-3">{text}</Lede>
          <Actions>
            <ButtonLink to={productPath(market, HANDLES.vol2[market])}>{button}</ButtonLink>
            <TextLink to={marketPath(market, '/gift-download')}>
              <Icon name="download" /> {letter}
            </TextLink>
          </Actions>
        </div>
        <Picture
          name="gift-envelope"
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
  const { title, dates, late } = giftDates(facts)
  return (
    <section data-theme="dark" className="bg-bottle" aria-labelledby="dates-title">
      <div className="wrap py-part">
        <h2 id="dates-title" className="sr-only">
          {title}
        </h2>
        <dl className="grid gap-x-column gap-y-6 md:grid-cols-3">
          {dates.map(({ name, when, text }) => (
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
          <TextLink to={marketPath(facts.market, '/gift-download')}>
            <Icon name="download" /> {late}
          </TextLink>
        </p>
      </div>
    </section>
  )
}

export function SevenPieces({ facts }: { facts: PageFacts }) {
  return (
    <Section aria-labelledby="seven-title">
      <SectionHead>
        <h2 id="seven-title">{PIECES_TITLE}</h2>
        <p className="max-w-measure text-balance text-quiet">{envelopeNote(facts)}</p>
      </SectionHead>
      {/* On tablets four, and three in the middle under them. */}
      <ul className="grid grid-cols-2 gap-x-gap gap-y-8 md:grid-cols-8 lg:grid-cols-7">
        {SEVEN_PIECES.map(({ picture, name, line }) => (
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

export function HowGivingWorks() {
  const { market } = useShop()
  const note = givingNote(market)
  return (
    <Section aria-labelledby="how-title">
      <SectionHead>
        <h2 id="how-title">{GIVING_TITLE}</h2>
      </SectionHead>
      <Steps steps={GIVING_STEPS} className="grid gap-gutter md:grid-cols-3" />
      <Note icon="globe" className="mt-panel">
        <p>
          {note.text}
          {note.others.map((other) => (
            <Fragment key={other.market}>
              {' '}
              {other.text} <Link to={marketPath(other.market, '/gift')}>{other.store}</Link>.
            </Fragment>
          ))}
        </p>
      </Note>
    </Section>
  )
}

/** The three gifts at live prices. Spec: 9 Gift page copy prices */
export function GiftOptions({ facts }: { facts: PageFacts }) {
  return (
    <section aria-labelledby="options-title">
      <div className="wrap">
        <SectionHead>
          <h2 id="options-title">{OPTIONS_TITLE}</h2>
        </SectionHead>
        <ul className="grid gap-gap md:grid-cols-3">
          {giftOptions(facts).map(({ option, title, text, price, href }) => (
            // Between phone and tablet the picture stands beside its words.
            <li key={option} data-theme="light" className={plateClass('flex flex-col p-6 text-center')}>
              <OptionPicture option={option} />
              <h3 id={`give-${option}`} className="mt-6 text-xl">
                {title}
              </h3>
              <p className="mx-auto mt-2 text-sm text-quiet">{text}</p>
              <p className="mt-auto mb-5 pt-4 text-xl font-semibold">{price}</p>
              <ButtonLink to={href} className="z-1" aria-describedby={`give-${option}`}>
                Choose
              </ButtonLink>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

function OptionPicture({ option }: { option: string }) {
  const wand = option === 'classic-wand' ? 'wand-dragon-elder' : 'wand-unicorn-chestnut'
  return (
    <div className="relative aspect-7/6 overflow-hidden bg-lamp-midnight">
      {option === 'classic-wand' ? (
        <div className="absolute top-4 left-4 z-1 flex">
          <Badge tone="gold">{BADGES.popular}</Badge>
        </div>
      ) : null}
      <Picture
        className={cn(
          'absolute inset-1/30 size-14/15 object-contain',
          option !== 'box-only' && '-translate-x-1/12',
        )}
        name="box-vol2-closed"
        sizes="20rem"
        alt=""
      />
      {option === 'box-only' ? null : (
        <Picture
          className="absolute inset-1/12 size-5/6 translate-x-1/3 rotate-14 object-contain"
          name={wand}
          sizes="6rem"
          alt=""
        />
      )}
    </div>
  )
}

/** Links to the printable letter and to the redemption of a gift. */
export function LetterAndRedeem() {
  const { market } = useShop()
  return (
    <div className="wrap grid gap-gap py-section lg:grid-cols-2">
      <LinkPlate id="late-title" picture="gift-2-letter" {...LATE}>
        {/* A file, which is no page of the router. */}
        <a
          className={linkClass('mt-4')}
          href={marketPath(market, '/gift-download/letter.pdf')}
          target="_blank"
          rel="noopener"
        >
          <Icon name="download" /> {LATE.link}
        </a>
      </LinkPlate>
      <LinkPlate id="given-title" picture="gift-3-redemption-card" {...GIVEN}>
        <TextLink className="mt-4" to={marketPath(market, '/redeem')}>
          {GIVEN.link} <Icon name="arrow" />
        </TextLink>
      </LinkPlate>
    </div>
  )
}

function LinkPlate(props: {
  id: string
  picture: PictureName
  title: string
  text: string
  children: ReactNode
}) {
  const { id, picture, title, text, children } = props
  return (
    // On a phone there would be room for two words beside the picture.
    <section
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
        {children}
      </div>
    </section>
  )
}
