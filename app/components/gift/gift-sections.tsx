import { Link } from 'react-router'
import { BADGES } from '../../content/card-words.ts'
import {
  envelopeNote,
  GIVEN,
  GIVING_STEPS,
  GIVING_TITLE,
  giftOffer,
  giftOptions,
  givingNote,
  LATE,
  OPTIONS_TITLE,
  PIECES_TITLE,
  SEVEN_PIECES,
} from '../../content/gift-words.ts'
import { worthNote } from '../../content/option-words.ts'
import type { PageFacts } from '../../content/page-facts.ts'
import { inMarket, marketPath, otherMarket } from '../../models/market.ts'
import { HANDLES, productPath } from '../../models/product.ts'
import { EnvelopeBadge } from '../catalogue/card-marks.tsx'
import { Badge } from '../ui/badge.tsx'
import { ButtonLink, TextLink } from '../ui/button.tsx'
import { cn } from '../ui/cn.ts'
import { Icon } from '../ui/icon.tsx'
import { Steps } from '../ui/list.tsx'
import { Note } from '../ui/note.tsx'
import { Picture } from '../ui/picture.tsx'
import { Plate } from '../ui/plate.tsx'
import { Actions, Lede, Section, SectionHead } from '../ui/section.tsx'

/** The top of the gift page: the free envelope. Spec: 2 Other pages, Gift */
export function GiftHero({ facts }: { facts: PageFacts }) {
  const { market } = facts
  const { title, text, badge, button, letter } = giftOffer(facts)
  return (
    // Side by side on a phone held sideways too: the picture alone would fill it.
    <section
      data-ground="theatre"
      className="overflow-hidden lamp-pine [--lamp:72%_46%]"
      aria-labelledby="gift-title"
    >
      <div className="wrap grid items-center gap-[clamp(1.5rem,3vw,3rem)] py-[clamp(2.5rem,5vw,4.5rem)] max-md:pt-4 lg:grid-cols-[minmax(0,5.4fr)_minmax(0,6.6fr)] sideways:grid-cols-[minmax(0,5.4fr)_minmax(0,6.6fr)] sideways:items-start sideways:py-5">
        <div>
          <EnvelopeBadge value={facts.envelopeValue} text={badge} />
          <h1
            id="gift-title"
            className="mt-5 text-[clamp(2.5rem,1.5rem+3.6vw,4.5rem)] sideways:mt-3 sideways:text-[2.5rem]"
          >
            {title}
          </h1>
          <Lede className="mt-5.5 max-w-[30em] text-quiet sideways:mt-3">{text}</Lede>
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
          className="mx-auto max-lg:-order-1 max-lg:w-full max-lg:max-w-136 sideways:order-none"
          priority
        />
      </div>
    </section>
  )
}

export function SevenPieces({ facts }: { facts: PageFacts }) {
  return (
    <Section aria-labelledby="seven-title">
      <SectionHead>
        <h2 id="seven-title">{PIECES_TITLE}</h2>
        <p className="max-w-[34em] text-balance text-quiet">{envelopeNote(facts)}</p>
      </SectionHead>
      {/* On tablets four, and three in the middle under them. */}
      <ul className="grid grid-cols-2 gap-x-[clamp(1rem,2vw,2rem)] gap-y-7 md:grid-cols-8 lg:grid-cols-7">
        {SEVEN_PIECES.map(({ picture, name, line }) => (
          <li
            key={picture}
            className="text-center text-sm leading-[1.35] text-balance max-md:last:col-span-full md:max-lg:col-span-2 md:max-lg:nth-5:col-start-2"
          >
            <Picture
              name={picture}
              sizes="9.5rem"
              alt=""
              className="mx-auto h-auto w-30 md:w-[min(100%,9.5rem)]"
            />
            <b className="mt-2.5 block font-semibold">{name}</b>
            <span className="text-quiet">{line}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

export function HowGivingWorks({ facts }: { facts: PageFacts }) {
  const { market } = facts
  const note = givingNote(market)
  return (
    <Section aria-labelledby="how-title">
      <SectionHead>
        <h2 id="how-title">{GIVING_TITLE}</h2>
      </SectionHead>
      <Steps steps={GIVING_STEPS} className="grid gap-[clamp(1.5rem,4vw,4rem)] md:grid-cols-3" />
      <Note icon="globe" className="mt-[clamp(2rem,4vw,3rem)]">
        <p>
          {note.text} <Link to={inMarket(otherMarket(market), '/gift')}>{note.otherStore}</Link>.
        </p>
      </Note>
    </Section>
  )
}

/** Live prices, each next to its struck-through sum with the envelope's value. Spec: 9 Gift page copy prices */
export function GiftOptions({ facts }: { facts: PageFacts }) {
  return (
    <section aria-labelledby="options-title">
      <div className="wrap">
        <SectionHead>
          <h2 id="options-title">{OPTIONS_TITLE}</h2>
        </SectionHead>
        <ul className="grid gap-gap md:grid-cols-3">
          {giftOptions(facts).map(({ option, title, text, price, worth, href }) => (
            // Between phone and tablet the picture stands beside its words.
            <Plate
              as="li"
              key={option}
              className="flex flex-col p-6 text-center min-[34rem]:max-md:grid min-[34rem]:max-md:grid-cols-[2fr_3fr] min-[34rem]:max-md:content-center min-[34rem]:max-md:gap-x-7 min-[34rem]:max-md:text-left"
            >
              <OptionPicture option={option} />
              <h3
                id={`give-${option}`}
                className="mt-5.5 text-[1.5rem] min-[34rem]:max-md:mt-0 min-[34rem]:max-md:self-end"
              >
                {title}
              </h3>
              <p className="mx-auto mt-2 text-sm text-quiet min-[34rem]:max-md:mx-0">{text}</p>
              <p className="mt-auto mb-5 pt-4 text-[1.5rem] font-semibold">
                <span className="sr-only">Worth </span>
                <s className="mr-1.5 text-[1rem] text-quiet">{worth}</s>
                <span className="sr-only">with the envelope, yours for </span>
                {price}
              </p>
              <ButtonLink
                to={href}
                className="z-1 min-[34rem]:max-md:self-start min-[34rem]:max-md:justify-self-start"
                aria-describedby={`give-${option}`}
              >
                Choose
              </ButtonLink>
            </Plate>
          ))}
        </ul>
        <p className="mt-5 text-hint text-balance text-quiet">{worthNote(facts)}</p>
      </div>
    </section>
  )
}

function OptionPicture({ option }: { option: string }) {
  const wand = option === 'classic-wand' ? 'wand-dragon-elder' : 'wand-unicorn-chestnut'
  return (
    <div className="relative aspect-[1/0.86] overflow-hidden lamp-midnight min-[34rem]:max-md:row-span-4">
      {option === 'classic-wand' ? (
        <div className="absolute top-4 left-4 z-1 flex">
          <Badge tone="gold">{BADGES.popular}</Badge>
        </div>
      ) : null}
      <Picture
        className={cn(
          'absolute inset-[4%] size-[92%] object-contain',
          option !== 'box-only' && '-translate-x-[8%]',
        )}
        name="box-vol2-closed"
        sizes="20rem"
        alt=""
      />
      {option === 'box-only' ? null : (
        <Picture
          className="absolute inset-[8%] size-[84%] translate-x-[31%] rotate-16 object-contain"
          name={wand}
          sizes="6rem"
          alt=""
        />
      )}
    </div>
  )
}

/** Below 24rem there would be room for one word beside the picture. */
const LINK_PLATE =
  'grid items-center gap-x-6 p-[clamp(1.75rem,3.4vw,3rem)] min-[24.01rem]:grid-cols-[auto_1fr]'

/** Links to the printable letter and to the redemption of a gift. */
export function LetterAndRedeem({ facts }: { facts: PageFacts }) {
  const { market } = facts
  return (
    <div className="wrap grid gap-gap py-section lg:grid-cols-2">
      <Plate as="section" className={LINK_PLATE} aria-labelledby="late-title">
        <Picture name="gift-2-letter" sizes="8.5rem" alt="" className="h-auto w-22 md:w-34" />
        <div>
          <h2 id="late-title" className="text-h3">
            {LATE.title}
          </h2>
          <p className="mt-2 text-quiet">{LATE.text}</p>
          <TextLink className="mt-4.5" to={marketPath(market, '/gift-download')}>
            <Icon name="download" /> {LATE.link}
          </TextLink>
        </div>
      </Plate>
      <Plate as="section" className={LINK_PLATE} aria-labelledby="given-title">
        <Picture name="gift-3-redemption-card" sizes="8.5rem" alt="" className="h-auto w-22 md:w-34" />
        <div>
          <h2 id="given-title" className="text-h3">
            {GIVEN.title}
          </h2>
          <p className="mt-2 text-quiet">{GIVEN.text}</p>
          <TextLink className="mt-4.5" to={marketPath(market, '/redeem')}>
            {GIVEN.link} <Icon name="arrow" />
          </TextLink>
        </div>
      </Plate>
    </div>
  )
}
