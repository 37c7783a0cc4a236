import { Fragment, type ReactNode } from 'react'
import { SEVEN_PIECES } from '#app/content/choices.ts'
import type { PageFacts } from '#app/content/page-facts.ts'
import { MARKETS, marketPath, otherMarkets } from '#app/models/market.ts'
import { PICTURE_TEXTS, type PictureName } from '#app/models/pictures.ts'
import { vol2Path } from '#app/models/product.ts'
import { capitalizeFirst, PREMIUM_COUNT } from '#app/models/wands.ts'
import { BADGES, Badge, EnvelopeBadge } from '../page/badge.tsx'
import { ButtonLink, ShopLink, TextLink } from '../page/links.tsx'
import { useShop } from '../page/use-shop.ts'
import { linkClass } from '../ui/button.tsx'
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
            <div key={name} className="line-t pt-3">
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

export function SevenPieces({ facts }: { facts: PageFacts }) {
  const { envelopeShipsNow, giftShipsNow, envelopesGoFirst, store } = facts
  const posted = `${store.english === 'american' ? 'Ships' : 'Posted'} ${envelopeShipsNow}, untracked.`
  const box = `The box ${envelopesGoFirst ? 'follows in' : 'ships'} ${giftShipsNow}, tracked.`
  const both = `Both ship ${giftShipsNow}: the envelope untracked, the box tracked.`
  return (
    <Section aria-labelledby="seven-title">
      <SectionHead id="seven-title" title="Seven pieces in one envelope">
        <p className="max-w-measure text-balance text-quiet">
          {envelopeShipsNow === giftShipsNow ? both : `${posted} ${box}`}
        </p>
      </SectionHead>
      {/* On tablets four, and three in the middle under them. */}
      <ul className="grid grid-cols-2 gap-x-gap gap-y-8 md:grid-cols-8 lg:grid-cols-7">
        {SEVEN_PIECES.map(([picture, name, line]) => (
          <li
            key={picture}
            className="text-center text-sm leading-snug text-balance max-md:last:col-span-full md:max-lg:col-span-2 md:max-lg:nth-5:col-start-2"
          >
            <Picture name={picture} sizes="9.5rem" className="mx-auto h-auto w-30 md:w-38 md:max-w-full" />
            <b className="mt-2.5 block font-semibold">{name}</b>
            <span className="text-quiet">{line}</span>
          </li>
        ))}
      </ul>
    </Section>
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
      <SectionHead id="how-title" title="How giving works" />
      <Steps steps={GIVING_STEPS} className="grid gap-gutter md:grid-cols-3" />
      <Note icon="globe" className="mt-panel">
        <p>
          {`A gift can only be redeemed in the store where it was bought. This store ships to ${MARKETS[market].region}.`}
          {otherMarkets(market).map((other) => (
            <Fragment key={other}>
              {` If your person is in ${MARKETS[other].customersIn}, buy from the `}
              <ShopLink to={marketPath(other, '/gift')}>{MARKETS[other].storeName}</ShopLink>.
            </Fragment>
          ))}
        </p>
      </Note>
    </Section>
  )
}

/** Two plates with a picture of a printed piece, and what to do with it. */
export function LetterAndRedeem() {
  const { market } = useShop()
  return (
    <div className="wrap grid gap-gap py-section lg:grid-cols-2">
      <PiecePlate id="late-title" picture="gift-2-letter" title="Left it late?">
        <p className="mt-2 text-quiet">
          Download the printable letter and write it by hand. The magic words come by email after purchase.
        </p>
        {/* A file, which is no page of the router. */}
        <a
          className={linkClass('mt-4')}
          href={marketPath(market, '/gift-download/letter.pdf')}
          target="_blank"
          rel="noopener"
        >
          <Icon name="download" /> Download the letter (PDF)
        </a>
      </PiecePlate>
      <PiecePlate id="given-title" picture="gift-3-redemption-card" title="Were you given one?">
        <p className="mt-2 text-quiet">Have your Redemption Card ready and say the words.</p>
        <TextLink className="mt-4" to="/redeem">
          Redeem a gift <Icon name="arrow" />
        </TextLink>
      </PiecePlate>
    </div>
  )
}

function PiecePlate(props: { id: string; picture: PictureName; title: string; children: ReactNode }) {
  return (
    // On a phone there would be room for two words beside the picture.
    <section
      data-theme="light"
      className={plateClass('grid items-start gap-x-6 gap-y-4 p-panel sm:grid-cols-lead')}
      aria-labelledby={props.id}
    >
      <Picture name={props.picture} sizes="8.5rem" className="h-auto w-22 md:w-36" />
      <div>
        <h2 id={props.id} className="text-h3">
          {props.title}
        </h2>
        {props.children}
      </div>
    </section>
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
        <SectionHead id="options-title" title="Three ways to give it" />
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
                />
                {wand ? (
                  <Picture
                    className="absolute inset-1/12 size-5/6 rotate-14 [translate:33%] object-contain"
                    name={wand}
                    sizes="6rem"
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
