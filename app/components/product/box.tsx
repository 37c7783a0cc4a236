import { type FormEvent, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { BADGES } from '#app/components/page/badge.tsx'
import { vol1Copy, vol2Copy } from '#app/content/box-words.ts'
import type { PageFacts } from '#app/content/page-facts.ts'
import { boxOffers, isChoiceSoldOut, optionPrice } from '#app/models/box-offers.ts'
import { boxGoesTo, boxGoesToShort } from '#app/models/cart-line-words.ts'
import { MARKETS } from '#app/models/market.ts'
import { choiceRefused } from '#app/models/messages.ts'
import { formatMoney } from '#app/models/money.ts'
import {
  type BoxChoiceError,
  chooseVariant,
  EDITIONS,
  editionSlug,
  fieldsOfChoice,
  formatProductChoice,
  INCOMPLETE,
  needsEdition,
  needsWrapping,
  OPTION_CHOICES,
  PROBLEM_ID,
  type ProductChoice,
  parseProductChoice,
  wandChoices,
} from '#app/models/option-choice.ts'
import { kindOf } from '#app/models/product.ts'
import { vol2Subtitle } from '#app/models/shipping-dates.ts'
import { CartForm, useAddToCartForm } from '../cart/client/hooks.tsx'
import { Badge } from '../page/badge.tsx'
import { usePageFacts } from '../page/use-shop.ts'
import { Note, ToastText } from '../ui/note.tsx'
import { Lede } from '../ui/section.tsx'
import { type Box, ChoiceArt, ConditionalPrices } from './box-parts.tsx'
import { BoxInterior, EnvelopePieces, LimitedEdition, MadeByHand, NextVolumeTeaser } from './box-sections.tsx'
import { EditionStep, OptionStep, WrappingStep } from './box-steps.tsx'
import { Gallery } from './gallery.tsx'
import {
  BUY_FORM,
  BuyPage,
  ProductTitle,
  PurchaseTerms,
  SafetyWarning,
  useProductPage,
} from './product-parts.tsx'
import { filmSlide, findPicture, pictureSlides, type Slide } from './slides.tsx'
import { type ChoiceOfForm, useChoiceInQuery } from './use-choice-in-query.ts'

/** Badges and title of a volume's page. */
function BoxTitle({ isVol1, facts, title }: { isVol1: boolean; facts: PageFacts; title: string }) {
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
function TotalAnnouncement({ product, choice, offers, facts }: Box) {
  const initialChoice = useRef(choice)
  const price = optionPrice(product, choice, MARKETS[facts.market].currencyCode)
  const announcement = isChoiceSoldOut(offers, choice)
    ? 'Sold out with this option.'
    : `Total ${formatMoney(price)}`
  return (
    <p className="sr-only" role="status">
      {initialChoice.current === choice ? '' : announcement}
    </p>
  )
}

/** Who gets the box, by the wrapping: with one or the other, the same. */
function GoesTo({ place }: { place: 'column' | 'bar' }) {
  const text = place === 'bar' ? boxGoesToShort : boxGoesTo
  return (
    <>
      <span className="wrapping-no-wrapping:hidden">{text('gift-edition')}</span>
      <span className="not-wrapping-no-wrapping:hidden">{text('no-wrapping')}</span>
    </>
  )
}

const EDITION_SLUGS = EDITIONS.map(editionSlug)

/** Until the carousel is initialized, the picture of the chosen edition comes first. */
const FIRST_WHILE_CHOSEN: Readonly<Record<string, string>> = {
  ashborn: 'edition-ashborn:not-live:-order-2',
  sunfire: 'edition-sunfire:not-live:-order-2',
  ember: 'edition-ember:not-live:-order-2',
}

/** Pictures of a set, which the slide of the choice replaces. */
const WITH_WAND = /with-\w+-wand/

type Field = keyof ProductChoice

/** The field that a URL chose, whose picture comes first; null for none. */
function chosenField({ option, wand, edition }: ProductChoice): Field | null {
  if (wand !== null && option === 'premium-wand') return 'wand'
  return edition === null ? null : 'edition'
}

/**
 * The gallery's slides: the pictures of the catalogue, one of what is chosen, and the film.
 * @param field what was chosen last, whose picture is wanted
 */
function galleryOf({ product, isVol1, wands, choice }: Box, title: string, field: Field | null) {
  const images = product.images.filter(({ url }) => !WITH_WAND.test(url))
  const slides: Slide[] = pictureSlides(title, images)
  for (const edition of isVol1 ? EDITION_SLUGS : []) {
    const at = findPicture(images, edition, EDITION_SLUGS)
    const slide = at !== null && slides[at]
    if (slide) slides[at] = { ...slide, edition, className: FIRST_WHILE_CHOSEN[edition] }
  }
  const envelope = slides[findPicture(images, 'envelope') ?? -1]
  const ofChoice: Slide = {
    key: 'choice',
    label: 'Your choice',
    className: 'option-premium-wand:not-wand-none:not-live:-order-3',
    render: (place) => <ChoiceArt isVol1={isVol1} wands={wands} {...place} />,
  }
  const choiceAt = product.images.findIndex(({ url }) => WITH_WAND.test(url))
  slides.splice(choiceAt < 0 ? images.length : choiceAt, 0, ofChoice)
  slides.push(filmSlide(isVol1 ? 'vol1' : 'vol2'))
  const ofEdition = slides.find(({ edition }) => edition && edition === fieldsOfChoice(choice).edition)
  const wanted: Record<Field, Slide | undefined> = {
    option: choice.option === 'box-only' ? (ofEdition ?? slides[0]) : ofChoice,
    wand: ofChoice,
    edition: ofEdition,
    wrapping: choice.wrapping === 'gift-edition' ? envelope : undefined,
  }
  const slide = field && wanted[field]
  return { slides, wanted: slide ? slides.indexOf(slide) : null }
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

const PRODUCT_CHOICE: ChoiceOfForm<ProductChoice> = {
  read: parseProductChoice,
  fields: (choice) => Object.entries(fieldsOfChoice(choice)),
  parse: parseProductChoice,
  format: formatProductChoice,
  parameters: ['option', 'wand', 'edition', 'wrapping', INCOMPLETE],
}

/**
 * The page of a volume: gallery, options, edition or wrapping, and the button. Whatever depends on the choice is
 * rendered for every choice, and CSS shows what applies, so the page also works before and without JavaScript. An
 * incomplete choice is told at the step that is missing; without JavaScript, by the redirect back to the page.
 * Spec: 2 Product detail, Standard product
 */
export default function BoxPage() {
  const { product, wands: singleWands } = useProductPage()
  const facts = usePageFacts()
  const { market } = facts
  const [params] = useSearchParams()
  const { form, choice, apply } = useChoiceInQuery(PRODUCT_CHOICE)
  const add = useAddToCartForm()
  const [field, setField] = useState(() => chosenField(choice))
  const [problem, setProblem] = useState(() => (params.has(INCOMPLETE) ? findProblem() : null))
  const isVol1 = kindOf(product) === 'vol-1'
  const copy = isVol1 ? vol1Copy(facts) : vol2Copy(facts)
  const hasWrapping = needsWrapping(product)
  const box: Box = {
    product,
    singleWands,
    facts,
    isVol1,
    choice,
    wands: wandChoices(product, market).map(({ wand }) => wand),
    offers: boxOffers(product, market),
    problem: (error) =>
      problem === error ? (
        // In the middle of the window, with the step that it is about.
        <div id={PROBLEM_ID} tabIndex={-1} className="mt-3 scroll-my-[40vh]">
          <Note tone="error" icon="alert">
            <ToastText toast={choiceRefused(error)} />
          </Note>
        </div>
      ) : null,
  }

  function findProblem(): BoxChoiceError | null {
    const chosen = chooseVariant(product, choice, market)
    return chosen.ok ? null : chosen.error
  }
  function submit(event: FormEvent<HTMLFormElement>) {
    const found = findProblem()
    if (!found) return add.onSubmit(event)
    event.preventDefault()
    setProblem(found)
    focusProblem()
  }
  function handleChange({ target }: FormEvent<HTMLFormElement>) {
    setProblem(null)
    if (target instanceof HTMLInputElement && target.name in choice) setField(target.name as Field)
    if (form.current) apply(parseProductChoice(new FormData(form.current)))
  }

  return (
    <BuyPage
      copy={copy}
      heading={<BoxTitle isVol1={isVol1} facts={facts} title={copy.title} />}
      gallery={
        <Gallery
          title={copy.title}
          ground={isVol1 ? 'bg-line' : 'bg-midnight'}
          {...galleryOf(box, copy.title, field)}
          request={choice}
        />
      }
      form={
        <>
          <Lede className="text-quiet">{copy.summary}</Lede>
          {isVol1 ? (
            <LimitedEdition
              facts={facts}
              isSoldOut={box.offers.soldOutOptions.length === OPTION_CHOICES.length}
            />
          ) : null}
          <CartForm
            fields={{ intent: 'add', handle: product.handle }}
            id={BUY_FORM}
            ref={form}
            className="mt-2.5 grid grid-cols-1 gap-6"
            onChange={handleChange}
            onSubmit={submit}
          >
            <OptionStep box={box} />
            {needsEdition(product, market) ? <EditionStep box={box} /> : null}
            {hasWrapping ? <WrappingStep box={box} /> : null}
          </CartForm>
        </>
      }
      buy={{
        renderTotal: (look) => (
          <ConditionalPrices prices={box.offers.prices} hasEnvelope={hasWrapping} look={look} />
        ),
        renderNote: hasWrapping ? (place) => <GoesTo place={place} /> : undefined,
        label: isVol1 ? 'Add to Cart' : 'Order Now',
        isBusy: add.isBusy,
      }}
      terms={
        <>
          <TotalAnnouncement {...box} />
          <PurchaseTerms copy={copy} />
          <SafetyWarning copy={copy} />
        </>
      }
    >
      {isVol1 ? (
        <>
          <MadeByHand facts={facts} />
          <NextVolumeTeaser facts={facts} />
        </>
      ) : (
        <>
          <BoxInterior />
          <EnvelopePieces facts={facts} />
        </>
      )}
    </BuyPage>
  )
}
