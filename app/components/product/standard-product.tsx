import { type FormEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { vol1Copy, vol2Copy } from '#app/content/box-words.ts'
import { isChoiceSoldOut, pricesOf, soldOutOf } from '#app/models/box-offers.ts'
import { boxGoesTo, boxGoesToShort } from '#app/models/cart-line-words.ts'
import { INCOMPLETE, PROBLEM_ID } from '#app/models/incomplete-choice.ts'
import type { Market } from '#app/models/market.ts'
import { choiceRefused, type Toast } from '#app/models/messages.ts'
import {
  type BoxChoiceError,
  chooseVariant,
  EDITIONS,
  editionSlug,
  fieldsOfChoice,
  formatProductChoice,
  needsEdition,
  needsWrapping,
  type ProductChoice,
  parseProductChoice,
  type Wrapping,
  wandChoices,
} from '#app/models/option-choice.ts'
import { kindOf, type Product } from '#app/models/product.ts'
import { CartForm } from '../cart/cart-form.tsx'
import { useAddToCartForm } from '../cart/client/hooks.tsx'
import { usePageFacts } from '../page/use-page-facts.ts'
import { useShop } from '../page/use-shop.ts'
import { Note } from '../ui/note.tsx'
import { ToastText } from '../ui/toast.tsx'
import { BoxHead, BoxTitle, TotalAnnouncement } from './box-head.tsx'
import { BoxInterior, EnvelopePieces, MadeByHand, NextVolumeTeaser } from './box-sections.tsx'
import { BuyBar, BuyBlock, BuyButton } from './buy-button.tsx'
import { ChoiceArt } from './choice-art.tsx'
import { AboutProduct, ProductDetails, PurchaseTerms, SafetyWarning } from './details.tsx'
import { EditionStep } from './edition-step.tsx'
import { Gallery } from './gallery.tsx'
import { findPicture } from './gallery-pictures.ts'
import { OptionStep } from './option-step.tsx'
import {
  BackToShop,
  BuyColumn,
  ProductColumns,
  ProductCopy,
  type ProductPageData,
} from './product-layout.tsx'
import { ConditionalPrices } from './totals.tsx'
import { type ChoiceOfForm, useChoiceInQuery } from './use-choice-in-query.ts'
import { WrappingStep } from './wrapping-step.tsx'

type ChoiceProblem = {
  readonly error: BoxChoiceError
  readonly toast: Toast
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

  function findProblem(): ChoiceProblem | null {
    const chosen = chooseVariant(product, choice, market)
    return chosen.ok ? null : { error: chosen.error, toast: choiceRefused(chosen.error) }
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

function readForm(form: HTMLFormElement): ProductChoice {
  return parseProductChoice(new FormData(form))
}

/** Checks exactly the radio buttons of a choice. */
function checkRadios(form: HTMLFormElement, choice: ProductChoice): void {
  for (const [name, value] of Object.entries(fieldsOfChoice(choice)))
    for (const radio of form.querySelectorAll<HTMLInputElement>(`input[name="${name}"]`))
      radio.checked = radio.value === value
}

const PRODUCT_CHOICE: ChoiceOfForm<ProductChoice> = {
  read: readForm,
  write: checkRadios,
  parse: parseProductChoice,
  format: formatProductChoice,
  parameters: ['option', 'wand', 'edition', 'wrapping', INCOMPLETE],
}

/** The choice of a volume in its form and in the URL. */
function useProductChoice() {
  const { form, choice, apply } = useChoiceInQuery(PRODUCT_CHOICE)
  function onChange() {
    if (form.current) apply(readForm(form.current))
  }
  return { form, choice, onChange }
}

const FORM = 'buy'
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
export default function StandardProduct({ product, wands }: Pick<ProductPageData, 'product' | 'wands'>) {
  const facts = usePageFacts()
  const { form, choice, onChange } = useProductChoice()
  const [field, setField] = useState(() => chosenField(choice))
  const buy = useBuyForm(product, choice)
  const isVol1 = kindOf(product) === 'vol-1'
  const copy = isVol1 ? vol1Copy(facts) : vol2Copy(facts)
  const soldOut = soldOutOf(product, facts.market)
  const renderTotal = (look: 'total' | 'bar') => (
    <ConditionalPrices
      prices={pricesOf(product, facts.market)}
      hasEnvelope={needsWrapping(product)}
      look={look}
    />
  )
  /** Who gets the box, by the wrapping: with one or the other, the same. */
  const renderGoesTo = (text: (wrapping: Wrapping) => string) =>
    needsWrapping(product) ? (
      <>
        <span className="wrapping-no-wrapping:hidden">{text('gift-edition')}</span>
        <span className="not-wrapping-no-wrapping:hidden">{text('no-wrapping')}</span>
      </>
    ) : null
  const renderButton = () => (
    <BuyButton form={FORM} label={isVol1 ? 'Add to Cart' : 'Order Now'} isBusy={buy.isBusy} />
  )
  const renderProblem = (error: ChoiceProblem['error']) =>
    buy.problem?.error === error ? (
      // In the middle of the window, with the step that it is about.
      <div id={PROBLEM_ID} tabIndex={-1} className="mt-3 scroll-my-[40vh]">
        <Note tone="error" icon="alert">
          <ToastText toast={buy.problem.toast} />
        </Note>
      </div>
    ) : null
  function handleChange({ target }: FormEvent<HTMLFormElement>) {
    buy.clearProblem()
    if (target instanceof HTMLInputElement && target.name in choice) setField(target.name as Field)
    onChange()
  }

  return (
    <div data-choices="">
      <BackToShop />
      <ProductColumns>
        <BoxTitle isVol1={isVol1} title={copy.title} />
        <Gallery
          title={copy.title}
          ground={isVol1 ? 'bg-line' : 'bg-midnight'}
          film={isVol1 ? 'vol1' : 'vol2'}
          {...galleryOf(product, choice, field, facts.market)}
        />
        <BuyColumn>
          <BoxHead isVol1={isVol1} copy={copy} soldOut={soldOut} />
          <CartForm
            fields={{ intent: 'add', handle: product.handle }}
            id={FORM}
            ref={form}
            className="mt-2.5 grid grid-cols-1 gap-6"
            onChange={handleChange}
            onSubmit={buy.onSubmit}
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
            {needsWrapping(product) ? <WrappingStep chosen={choice.wrapping} /> : null}
          </CartForm>
          <BuyBlock total={renderTotal('total')} note={renderGoesTo(boxGoesTo)}>
            {renderButton()}
          </BuyBlock>
          <TotalAnnouncement product={product} choice={choice} isSoldOut={isChoiceSoldOut(soldOut, choice)} />

          <PurchaseTerms dispatch={copy.dispatch} returns={copy.returns} />
          <SafetyWarning text={copy.warning} />
        </BuyColumn>
      </ProductColumns>
      <ProductCopy>
        <AboutProduct title={`About ${copy.title}`} description={copy.description} features={copy.features} />
        <ProductDetails rows={copy.details} shipping={copy.shipping} />
      </ProductCopy>
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
      <BuyBar title={copy.title} total={renderTotal('bar')} note={renderGoesTo(boxGoesToShort)}>
        {renderButton()}
      </BuyBar>
    </div>
  )
}
