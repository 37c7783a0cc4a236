import type { CSSProperties } from 'react'
import { ButtonLink } from '#app/components/page/links.tsx'
import { NonBreakingText } from '#app/components/page/text.tsx'
import { usePageFacts } from '#app/components/page/use-shop.ts'
import { PressKit } from '#app/components/press/press-kit.tsx'
import { buttonClass } from '#app/components/ui/button.tsx'
import { cn } from '#app/components/ui/cn.ts'
import { Facts } from '#app/components/ui/list.tsx'
import { Picture } from '#app/components/ui/picture.tsx'
import { Actions, Lede, Plate } from '#app/components/ui/section.tsx'
import type { PageFacts } from '#app/content/page-facts.ts'
import { PICTURE_TEXTS, type PictureName } from '#app/models/pictures.ts'
import { capitalizeFirst, WAND_COUNT } from '#app/models/wands.ts'
import type { Route } from './+types/press'
import { pricesLoader } from './page-head.server.ts'

export { pageMeta as meta } from '#app/components/page/page-head.tsx'

export const loader = pricesLoader('/press')

export default function Press({ loaderData }: Route.ComponentProps) {
  const facts = usePageFacts(loaderData.prices)
  const { pressEmail } = facts
  return (
    <>
      <Top facts={facts} />
      <div className="wrap grid items-start gap-x-column gap-y-stage py-section lg:grid-cols-2">
        <BrandStory facts={facts} />
        <QuickFacts facts={facts} />
      </div>
      <PressKit address={pressEmail} />
      <section
        className="wrap flex flex-wrap items-center justify-between gap-x-12 gap-y-5 line-t pt-panel pb-section"
        aria-labelledby="media-title"
      >
        <div>
          <h2 id="media-title" className="text-h3">
            {facts.store.english === 'american' ? 'Media inquiries' : 'Media enquiries'}
          </h2>
          <p className="mt-1.5 wrap-anywhere text-quiet">
            Write to <a href={`mailto:${pressEmail}`}>{pressEmail}</a>, or use the contact form and choose
            Press Inquiry. Tell us your deadline and we will do our best to beat it.
          </p>
        </div>
        <ButtonLink className="max-md:w-full" to="/contact?subject=Press%20Inquiry">
          Use the contact form
        </ButtonLink>
      </section>
    </>
  )
}

const STAGE = { '--high': 'clamp(22rem,34vw,30rem)' } as CSSProperties

/** A box in the middle of the stage, a little below its edge. */
const BOX = 'absolute -bottom-1/20 left-1/2 h-full w-auto max-w-none [translate:-50%]'

/** The pictures on the stage with their places; the last one stands in front. */
const EDITIONS: readonly (readonly [name: PictureName, alt: string, place: string])[] = [
  ['box-vol1-ashborn', '', '[scale:.86] [translate:-92%_5%] max-md:[translate:-83%_5%]'],
  ['box-vol1-sunfire', '', '[scale:.86] [translate:-8.3%_5%] max-md:[translate:-17%_5%]'],
  ['box-vol1-ember', 'The Phoenix Edition in Ashborn, Sunfire and Ember', ''],
]
const VOL_2: typeof EDITIONS = [['box-vol2-closed', PICTURE_TEXTS['box-vol2-closed'], 'bottom-0']]

function Top({ facts }: { facts: PageFacts }) {
  return (
    <section
      data-theme="dark"
      className="overflow-hidden bg-lamp-pine lamp-right"
      aria-labelledby="press-title"
    >
      <div className="wrap grid items-center gap-8 pt-band lg:grid-cols-2">
        <div className="lg:pb-band">
          <h1 id="press-title">Press</h1>
          <Lede className="mt-5 text-quiet">
            Writing about us? Here are the facts and three buttons. Anything else, ask.
          </Lede>
          <Actions>
            <a className={buttonClass({}, 'wrap-anywhere max-md:w-full')} href={`mailto:${facts.pressEmail}`}>
              {facts.pressEmail}
            </a>
          </Actions>
        </div>
        <div className="relative h-76 self-end md:h-(--high)" style={STAGE}>
          {(facts.store.sellsLimitedEdition ? EDITIONS : VOL_2).map(([name, alt, place]) => (
            <Picture
              key={name}
              name={name}
              sizes="(max-width: 63.99rem) 60vw, 26rem"
              alt={alt}
              className={cn(BOX, place)}
              priority
            />
          ))}
        </div>
      </div>
    </section>
  )
}

function BrandStory({ facts: { foundedYear, vol1Copies } }: { facts: PageFacts }) {
  const boilerplates = {
    'In one breath': `Wizard Box makes book-shaped boxes that open at the touch of a wand. Founded in ${foundedYear}. Independent.`,
    'In a paragraph': `Wizard Box makes collectible boxes in the shape of a book. Each one opens when a wand touches the symbol on its cover. Founded in ${foundedYear} with assets bought back from a failed wizard-themed company, it sells boxes, wands and gifts from a US store and a UK and EU store. Vol. I: The Phoenix Edition is limited to ${vol1Copies} hand-made, signed and numbered copies. Wizard Box is independent and is not affiliated with any other wizard-themed brand.`,
  }
  return (
    <section aria-labelledby="story-title">
      <h2 id="story-title" className="mb-5">
        Brand story
      </h2>
      <p>{`Wizard Box makes a box in the shape of a book that opens when a wand touches its cover. It was founded in ${foundedYear} and made from assets that our founder bought back from a wizard-themed company that had failed. The first volume is The Phoenix Edition, limited to ${vol1Copies} signed and numbered copies. The second is Magical You. Wizard Box is independent and is not affiliated with the earlier company or its brand.`}</p>
      <h3 className="mt-10">Boilerplate</h3>
      {Object.entries(boilerplates).map(([title, text]) => (
        <figure className="mt-5 stripe border-gilt pl-4" key={title}>
          <figcaption className="text-sm font-semibold">{title}</figcaption>
          <blockquote className="mt-1.5 max-w-measure text-quiet">{text}</blockquote>
        </figure>
      ))}
    </section>
  )
}

function QuickFacts({ facts: f }: { facts: PageFacts }) {
  const inLargeType = { Founded: f.foundedYear, 'First edition': 'Phoenix', Units: f.vol1Copies }
  const others = {
    'Editions of Vol. I': `Ashborn\u00a0${f.ashbornCopies}, Sunfire\u00a0${f.sunfireCopies}, Ember\u00a0${f.emberCopies}`,
    'Second volume': f.isPreOrder ? `Magical You, ships ${f.vol2ShipsNow}` : 'Magical You',
    Size: `${f.boxHeight} × ${f.boxWidth} × ${f.boxDepth}`,
    Wands: `${capitalizeFirst(WAND_COUNT)} styles`,
    Prices: `Box from ${f.boxOnlyPrice}, wand from ${f.classicWandPrice}`,
    Markets: 'United States; United Kingdom and EU',
  }
  return (
    <section aria-labelledby="facts-title">
      <h2 id="facts-title" className="mb-5">
        Quick facts
      </h2>
      {/* Columns of equal width. If a word needs more, the last column wraps. */}
      <Plate>
        <dl className="flex flex-wrap gap-y-6 py-6 md:py-8">
          {Object.entries(inLargeType).map(([label, value]) => (
            <div
              key={label}
              className="flex flex-1 flex-col-reverse justify-end px-2.5 text-center not-first:line-l md:px-6"
            >
              <dt className="text-sm text-quiet">{label}</dt>
              <dd className="mb-1.5 font-display text-h2 leading-heading text-accent">{value}</dd>
            </div>
          ))}
        </dl>
      </Plate>
      <Facts
        facts={Object.entries(others).map(([label, text]) => [
          label,
          <NonBreakingText key={label} text={text} />,
        ])}
        isRuled
        className="mt-6 line-t"
      />
    </section>
  )
}
