import { type FormEvent, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { BADGES } from '#app/content/badge-words.ts'
import {
  ENVELOPE,
  editionCopy,
  INTERIOR,
  limitedEdition,
  madeByHand,
  nextVolume,
  vol1Copy,
  vol2Copy,
} from '#app/content/box-words.ts'
import { SEVEN_PIECES } from '#app/content/choices/envelope-words.ts'
import { isChoiceSoldOut, pricesOf, soldOutOf } from '#app/models/box-offers.ts'
import { boxGoesTo, boxGoesToShort } from '#app/models/cart-line-words.ts'
import { INCOMPLETE, PROBLEM_ID } from '#app/models/incomplete-choice.ts'
import { MARKETS, type Market, marketPath } from '#app/models/market.ts'
import { choiceRefused } from '#app/models/messages.ts'
import { formatMoney } from '#app/models/money.ts'
import {
  type BoxChoiceError,
  chooseVariant,
  EDITIONS,
  editionSlug,
  fieldsOfChoice,
  formatProductChoice,
  needsEdition,
  needsWrapping,
  OPTION_CHOICES,
  type ProductChoice,
  parseProductChoice,
  wandChoices,
} from '#app/models/option-choice.ts'
import { optionPrice } from '#app/models/option-price.ts'
import { HANDLES, kindOf, type Product, productPath } from '#app/models/product.ts'
import { vol2Subtitle } from '#app/models/shipping-dates.ts'
import { CartForm } from '../cart/cart-form.tsx'
import { useAddToCartForm } from '../cart/client/hooks.tsx'
import { EnvelopeBadge } from '../page/envelope-badge.tsx'
import { usePageFacts } from '../page/use-page-facts.ts'
import { useShop } from '../page/use-shop.ts'
import { Badge } from '../ui/badge.tsx'
import { ButtonLink, TextLink } from '../ui/button.tsx'
import { cn } from '../ui/cn.ts'
import { Icon } from '../ui/icon.tsx'
import { Note } from '../ui/note.tsx'
import { Picture } from '../ui/picture.tsx'
import { Lede, Section } from '../ui/section.tsx'
import { ToastText } from '../ui/toast.tsx'
import { ChoiceArt, ConditionalPrices, EditionStep, OptionStep, WrappingStep } from './box-choices.tsx'
import { Gallery } from './gallery.tsx'
import { findPicture } from './gallery-pictures.ts'
import {
  BUY_FORM,
  BuyPage,
  type ProductPageData,
  ProductTitle,
  PurchaseTerms,
  SafetyWarning,
} from './product-parts.tsx'
import { type ChoiceOfForm, useChoiceInQuery } from './use-choice-in-query.ts'

/** The number of copies of Vol. I, or that it is sold out. */
function LimitedEdition({ isSoldOut }: { isSoldOut: boolean }) {
  const facts = usePageFacts()
  const { title, text } = limitedEdition(facts, isSoldOut)
  return (
    <div
      data-limited=""
      className="grid grid-cols-lead items-center gap-x-4 gap-y-1.5 border-l-3 border-wax bg-blush px-5 py-4 text-sm max-2xs:grid-cols-1"
    >
      <span
        className="row-span-2 border-r border-line pr-4 text-3xl leading-none text-wax max-2xs:row-auto max-2xs:border-0 max-2xs:p-0"
        aria-hidden="true"
      >
        {facts.vol1Copies}
      </span>
      <b className="leading-tight">{title}</b>
      <span className="text-balance text-quiet">{text}</span>
    </div>
  )
}

/** Badges and title of a volume's page. */
function BoxTitle({ isVol1, title }: { isVol1: boolean; title: string }) {
  const facts = usePageFacts()
  return (
    <div className="flex min-w-0 flex-col gap-2 lg:col-start-2">
      <div className="flex flex-wrap gap-2">
        {isVol1 ? (
          <Badge>{BADGES.limited}</Badge>
        ) : (
          <>
            {/* Hidden by the other choices, not shown by its own: the badge must not wait until the choices have come. */}
            <span className="flex wrapping-no-wrapping:hidden">
              <Badge tone="free">{vol2Subtitle(facts)}</Badge>
            </span>
            <span className="flex not-wrapping-no-wrapping:hidden">
              <Badge tone="free">{vol2Subtitle(facts, 'no-wrapping')}</Badge>
            </span>
          </>
        )}
      </div>
      <ProductTitle>{title}</ProductTitle>
    </div>
  )
}

/** Announces the total of a new choice to screen readers; empty before the first change. */
function TotalAnnouncement({
  product,
  choice,
  isSoldOut,
}: {
  product: Product
  choice: ProductChoice
  isSoldOut: boolean
}) {
  const { market } = useShop()
  const initialChoice = useRef(choice)
  const price = optionPrice(product, choice, MARKETS[market].currencyCode)
  const announcement = isSoldOut ? 'Sold out with this option.' : `Total ${formatMoney(price)}`
  return (
    <p className="sr-only" role="status">
      {initialChoice.current === choice ? '' : announcement}
    </p>
  )
}

/** Words on the left, and what they are about in the wider column. */
const WORDS_AND_PICTURE = 'grid grid-cols-1 items-center gap-column lg:grid-cols-5-6'

/** The middle one stands in front. */
const ROW_OF_EDITIONS = [
  ['box-vol1-ashborn', '-translate-x-1/4 scale-86'],
  ['box-vol1-ember', 'translate-x-1/4 scale-86'],
  ['box-vol1-sunfire', ''],
] as const

/** How Vol. I is made, and its editions. */
function MadeByHand() {
  const facts = usePageFacts()
  const { title, text } = madeByHand(facts)
  return (
    <section data-theme="dark" className="grid grid-cols-1 bg-bottle lg:grid-cols-3-2" aria-labelledby="made">
      <figure className="relative overflow-hidden bg-well-stone max-lg:aspect-16/10 lg:min-h-120">
        {ROW_OF_EDITIONS.map(([name, place]) => (
          <Picture
            key={name}
            name={name}
            sizes="(max-width: 60rem) 50vw, 28vw"
            className={cn('absolute inset-1/12 size-5/6 object-contain', place)}
          />
        ))}
      </figure>
      <div className="self-center py-band max-lg:px-gutter lg:pr-bleed lg:pl-column">
        <h2 id="made">{title}</h2>
        <Lede className="mt-4 text-quiet">{text}</Lede>
        <dl className="mt-6 border-t border-line">
          {EDITIONS.map((edition) => (
            <div
              key={edition}
              className="grid grid-cols-[6.5rem_1fr] items-baseline gap-4 border-b border-line py-3 text-sm leading-snug max-2xs:grid-cols-1"
            >
              <dt className="font-display text-lg text-accent">{edition}</dt>
              <dd>{editionCopy(edition, facts).line}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}

/** Link from Vol. I to Vol. II, in the UK store. Spec: 2 Product detail */
function NextVolumeTeaser() {
  const facts = usePageFacts()
  const { title, text, button } = nextVolume(facts)
  return (
    <Section aria-labelledby="next">
      <div
        data-theme="dark"
        className="grid grid-cols-1 items-center gap-column overflow-hidden rounded-board bg-lamp-midnight lamp-left max-md:-mx-gutter max-md:rounded-none lg:grid-cols-5-6 print:hidden"
      >
        <div className="relative min-h-80 lg:min-h-96">
          <Picture
            name="box-vol2-closed"
            sizes="(max-width: 60rem) 80vw, 30rem"
            className="absolute inset-x-0 inset-y-1/20 h-9/10 w-full object-contain"
          />
        </div>
        <div className="flex flex-col items-start gap-4 px-gutter pb-10 lg:py-band lg:pl-0">
          <EnvelopeBadge />
          <h2 id="next">{title}</h2>
          <p className="text-mist">{text}</p>
          <ButtonLink to={productPath(facts.market, HANDLES.vol2[facts.market])} className="max-md:w-full">
            {button}
          </ButtonLink>
        </div>
      </div>
    </Section>
  )
}

/** The inside of Vol. II. */
function BoxInterior() {
  return (
    <Section ground="bottle" aria-labelledby="inside">
      <div className={WORDS_AND_PICTURE}>
        <div>
          <h2 id="inside">{INTERIOR.title}</h2>
          <Lede className="mt-4 text-quiet">{INTERIOR.text}</Lede>
        </div>
        <Picture name="box-vol2-open" sizes="(max-width: 60rem) 90vw, 46rem" />
      </div>
    </Section>
  )
}

/** What is in the Gift Edition Envelope. */
function EnvelopePieces() {
  const { market } = useShop()
  return (
    <Section aria-labelledby="pieces">
      <div className={cn(WORDS_AND_PICTURE, 'items-start')}>
        <div>
          <h2 id="pieces">{ENVELOPE.title}</h2>
          <Lede className="mt-4 mb-2.5 text-quiet">{ENVELOPE.text}</Lede>
          <TextLink to={marketPath(market, '/gift')}>
            {ENVELOPE.link} <Icon name="arrow" />
          </TextLink>
        </div>
        <ol className="grid grid-cols-2 gap-x-gap gap-y-8 md:grid-cols-4">
          {SEVEN_PIECES.map(({ picture, name }) => (
            <li
              key={picture}
              className="text-center text-sm leading-snug text-balance max-md:last:col-span-full"
            >
              <Picture name={picture} sizes="6.5rem" alt="" className="mx-auto mb-2 size-26" />
              <span>{name}</span>
            </li>
          ))}
        </ol>
      </div>
    </Section>
  )
}

/** Moves the focus to the group that lacks a choice once its message has been rendered: it describes the group. */
function focusProblem(): void {
  requestAnimationFrame(() => {
    const message = document.getElementById(PROBLEM_ID)
    const group = message?.closest<HTMLElement>('[aria-invalid]') ?? message
    group?.focus({ preventScroll: true })
    message?.scrollIntoView({ block: 'center' })
  })
}

/**
 * Submits a volume's form; if the choice is incomplete, shows a message at the step that is missing instead. Without
 * JavaScript, the server redirects to the page with that message.
 */
function useBuyForm(product: Product, choice: ProductChoice) {
  const { market } = useShop()
  const [params] = useSearchParams()
  const add = useAddToCartForm()
  const [problem, setProblem] = useState(() => (params.has(INCOMPLETE) ? findProblem() : null))

  function findProblem(): BoxChoiceError | null {
    const chosen = chooseVariant(product, choice, market)
    return chosen.ok ? null : chosen.error
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    const found = findProblem()
    if (!found) return add.onSubmit(event)
    event.preventDefault()
    setProblem(found)
    focusProblem()
  }
  return { problem, clearProblem: () => setProblem(null), onSubmit, isBusy: add.isBusy }
}

const PRODUCT_CHOICE: ChoiceOfForm<ProductChoice> = {
  read: parseProductChoice,
  fields: (choice) => Object.entries(fieldsOfChoice(choice)),
  parse: parseProductChoice,
  format: formatProductChoice,
  parameters: ['option', 'wand', 'edition', 'wrapping', INCOMPLETE],
}

const EDITION_SLUGS = EDITIONS.map(editionSlug)

/** Pictures of a set, which the slide of the choice replaces. */
const WITH_WAND = /with-\w+-wand/

type Field = keyof ProductChoice

/** The field that a URL chose, whose picture comes first; null for none. */
function chosenField({ option, wand, edition }: ProductChoice): Field | null {
  if (wand !== null && option === 'premium-wand') return 'wand'
  return edition === null ? null : 'edition'
}

/**
 * The gallery's pictures: those of the catalogue, and one of what is chosen.
 * @param field what was chosen last, whose picture is wanted
 */
function galleryOf(product: Product, choice: ProductChoice, field: Field | null, market: Market) {
  const isVol1 = kindOf(product) === 'vol-1'
  const wands = wandChoices(product, market).map(({ wand }) => wand)
  const at = product.images.findIndex(({ url }) => WITH_WAND.test(url))
  const images = product.images.filter(({ url }) => !WITH_WAND.test(url))
  const choiceAt = at < 0 ? images.length : at
  const pictureOf = (word: string, others: readonly string[]) => findPicture(images, word, others)
  /** The slide of a picture: the slide of the choice is counted too. */
  const slideOf = (picture: number | null) =>
    picture === null ? null : picture + Number(picture >= choiceAt)
  const choices = isVol1
    ? EDITION_SLUGS.map((value) => ({ value, picture: pictureOf(value, EDITION_SLUGS) }))
    : []
  const edition = choice.edition && editionSlug(choice.edition)
  const box = slideOf(choices.find(({ value }) => value === edition)?.picture ?? null)
  const envelope = choice.wrapping !== 'gift-edition' ? null : slideOf(pictureOf('envelope', []))
  const wanted: Record<Field, number | null> = {
    option: choice.option === 'box-only' ? (box ?? 0) : choiceAt,
    wand: choiceAt,
    edition: box,
    wrapping: envelope,
  }
  return {
    images,
    choices,
    choiceSlide: {
      label: 'Your choice',
      at: choiceAt,
      renderArt: (place: { isThumb: boolean; priority: boolean }) => (
        <ChoiceArt isVol1={isVol1} wands={wands} {...place} />
      ),
    },
    wanted: field && wanted[field],
    request: choice,
  }
}

/**
 * The page of a volume: gallery, options, edition or wrapping, and the button. Whatever depends on the choice is
 * rendered for every choice, and CSS shows what applies, so the page also works before and without JavaScript.
 * Spec: 2 Product detail, Standard product
 */
export default function BoxProduct({ product, wands }: Pick<ProductPageData, 'product' | 'wands'>) {
  const facts = usePageFacts()
  const { form, choice, apply } = useChoiceInQuery(PRODUCT_CHOICE)
  const [field, setField] = useState(() => chosenField(choice))
  const { problem, clearProblem, onSubmit, isBusy } = useBuyForm(product, choice)
  const isVol1 = kindOf(product) === 'vol-1'
  const copy = isVol1 ? vol1Copy(facts) : vol2Copy(facts)
  const soldOut = soldOutOf(product, facts.market)
  const hasWrapping = needsWrapping(product)
  const renderTotal = (look: 'column' | 'bar') => (
    <ConditionalPrices prices={pricesOf(product, facts.market)} hasEnvelope={hasWrapping} look={look} />
  )
  /** Who gets the box, by the wrapping: with one or the other, the same. */
  const renderGoesTo = (place: 'column' | 'bar') => {
    const text = place === 'bar' ? boxGoesToShort : boxGoesTo
    return (
      <>
        <span className="wrapping-no-wrapping:hidden">{text('gift-edition')}</span>
        <span className="not-wrapping-no-wrapping:hidden">{text('no-wrapping')}</span>
      </>
    )
  }
  const renderProblem = (error: BoxChoiceError) =>
    problem === error ? (
      // In the middle of the window, with the step that it is about.
      <div id={PROBLEM_ID} tabIndex={-1} className="mt-3 scroll-my-[40vh]">
        <Note tone="error" icon="alert">
          <ToastText toast={choiceRefused(error)} />
        </Note>
      </div>
    ) : null
  function handleChange({ target }: FormEvent<HTMLFormElement>) {
    clearProblem()
    if (target instanceof HTMLInputElement && target.name in choice) setField(target.name as Field)
    if (form.current) apply(parseProductChoice(new FormData(form.current)))
  }

  return (
    <BuyPage
      title={copy.title}
      heading={<BoxTitle isVol1={isVol1} title={copy.title} />}
      gallery={
        <Gallery
          title={copy.title}
          ground={isVol1 ? 'bg-line' : 'bg-midnight'}
          film={isVol1 ? 'vol1' : 'vol2'}
          {...galleryOf(product, choice, field, facts.market)}
        />
      }
      form={
        <>
          <Lede className="text-quiet">{copy.summary}</Lede>
          {isVol1 ? <LimitedEdition isSoldOut={soldOut.options.length === OPTION_CHOICES.length} /> : null}
          <CartForm
            fields={{ intent: 'add', handle: product.handle }}
            id={BUY_FORM}
            ref={form}
            className="mt-2.5 grid grid-cols-1 gap-6"
            onChange={handleChange}
            onSubmit={onSubmit}
          >
            <OptionStep
              product={product}
              singleWands={wands}
              choice={choice}
              soldOut={soldOut}
              problem={renderProblem('option-required')}
              wandProblem={renderProblem('wand-required')}
            />
            {needsEdition(product, facts.market) ? (
              <EditionStep
                chosen={choice.edition}
                soldOut={soldOut}
                problem={renderProblem('edition-required')}
              />
            ) : null}
            {hasWrapping ? <WrappingStep chosen={choice.wrapping} /> : null}
          </CartForm>
        </>
      }
      buy={{
        renderTotal,
        renderNote: hasWrapping ? renderGoesTo : undefined,
        label: isVol1 ? 'Add to Cart' : 'Order Now',
        isBusy,
      }}
      terms={
        <>
          <TotalAnnouncement product={product} choice={choice} isSoldOut={isChoiceSoldOut(soldOut, choice)} />
          <PurchaseTerms copy={copy} />
          <SafetyWarning copy={copy} />
        </>
      }
      copy={copy}
    >
      {isVol1 ? (
        <>
          <MadeByHand />
          <NextVolumeTeaser />
        </>
      ) : (
        <>
          <BoxInterior />
          <EnvelopePieces />
        </>
      )}
    </BuyPage>
  )
}
