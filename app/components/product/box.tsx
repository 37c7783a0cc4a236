import { type FormEvent, type ReactNode, useState } from 'react'
import { vol2Subtitle } from '#app/components/page/badge.tsx'
import { boxOffers, type OptionOffer, worthWithEnvelope } from '#app/models/box-offers.ts'
import { boxGoesTo, boxGoesToShort } from '#app/models/cart-line-words.ts'
import { choiceRefused } from '#app/models/choice-messages.ts'
import { formatMoney } from '#app/models/money.ts'
import {
  type BoxChoiceError,
  chooseVariant,
  fieldsOfChoice,
  formatProductChoice,
  needsEdition,
  needsWrapping,
  type ProductChoice,
  parseProductChoice,
  type Wrapping,
  wandChoices,
} from '#app/models/option-choice.ts'
import { kindOf } from '#app/models/product-kind.ts'
import { BADGES, Badge } from '../page/badge.tsx'
import { memoPage, usePageFacts } from '../page/use-shop.ts'
import { cn } from '../ui/cn.ts'
import { Note, ToastText } from '../ui/note.tsx'
import { WasPrice } from '../ui/price.tsx'
import { type Box, EditionStep, OptionStep } from './box-choices.tsx'
import { boxSlides } from './box-pictures.tsx'
import { BoxInterior, EnvelopePieces, LimitedEdition, MadeByHand, NextVolumeTeaser } from './box-sections.tsx'
import { WrappingStep } from './box-wrapping.tsx'
import { BuyPage } from './buy-page.tsx'
import { PROBLEM_ID, shownFor } from './choices.tsx'
import { Gallery } from './gallery.tsx'
import { ProductTitle, SafetyWarning, useProductPage } from './product-parts.tsx'
import { type ChoiceOfForm, useChoiceInQuery } from './use-choice-in-query.ts'

/**
 * A text for a gift, and one for a box without wrapping. The other choice hides each, so that the first text is visible
 * before the choices have loaded.
 */
function ByWrapping(props: { render: (wrapping: Wrapping) => ReactNode; className?: string }) {
  const { render, className } = props
  return (
    <>
      <span className={cn(className, 'wrapping-no-wrapping:hidden')}>{render('gift-edition')}</span>
      <span className={cn(className, 'for-wrapping-no-wrapping')}>{render('no-wrapping')}</span>
    </>
  )
}

const BESIDE = 'flex flex-row-reverse items-baseline justify-end gap-3'
const LOOKS = {
  column: { was: 'text-base text-quiet', now: 'text-2xl leading-heading font-semibold' },
  bar: { was: 'text-hint leading-heading text-quiet', now: 'text-h4 font-semibold' },
}

/**
 * The total of every choice, of which CSS shows that of the current one. With the Gift Edition Envelope, the price plus
 * the envelope's value precedes it, struck through. Spec: 2 Product detail, Gift wrapping
 */
function Totals(props: { offers: readonly OptionOffer[]; hasEnvelope: boolean; place: keyof typeof LOOKS }) {
  const { offers, hasEnvelope, place } = props
  const totals = offers.flatMap(({ option, prices }) =>
    prices.map(({ when, price }) => ({ shown: shownFor({ option, ...when }), price })),
  )
  return totals.map(({ shown, price }) => (
    <span className={cn(BESIDE, shown)} key={shown}>
      {hasEnvelope ? (
        <span className="for-wrapping-gift-edition">
          <WasPrice
            className={LOOKS[place].was}
            money={worthWithEnvelope(price)}
            meaning="Box and envelope together"
          />
          <span className="sr-only">. You pay </span>
        </span>
      ) : null}
      <b className={LOOKS[place].now}>{formatMoney(price)}</b>
    </span>
  ))
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
}

/**
 * The page of a volume: gallery, options, edition or wrapping, and the button. Whatever depends on the choice is
 * rendered for every choice, and CSS shows what applies, so the page also works before and without JavaScript. An
 * incomplete choice is told at the step that is missing; without JavaScript, at the top of the page.
 * Spec: 2 Product detail, Standard product
 */
function BoxPage() {
  const { product, copy, wands: singleWands } = useProductPage()
  const facts = usePageFacts()
  const { market } = facts
  const { form, choice, apply } = useChoiceInQuery(PRODUCT_CHOICE)
  // The picture of what a URL chose comes first.
  const ofUrl = choice.wand !== null && choice.option === 'premium-wand' ? 'wand' : 'edition'
  const [field, setField] = useState<keyof ProductChoice | null>(choice[ofUrl] === null ? null : ofUrl)
  const [problem, setProblem] = useState<BoxChoiceError | null>(null)
  const isVol1 = kindOf(product) === 'vol-1'
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

  function isRefused() {
    const chosen = chooseVariant(product, choice, market)
    setProblem(chosen.ok ? null : chosen.error)
    if (!chosen.ok) focusProblem()
    return !chosen.ok
  }
  function handleChange({ target }: FormEvent<HTMLFormElement>) {
    setProblem(null)
    if (target instanceof HTMLInputElement && target.name in choice)
      setField(target.name as keyof ProductChoice)
    if (form.current) apply(parseProductChoice(new FormData(form.current)))
  }

  return (
    <BuyPage
      heading={
        <div className="flex min-w-0 flex-col gap-2 lg:col-start-2">
          <div className="flex flex-wrap gap-2">
            {isVol1 ? (
              <Badge>{BADGES.limited}</Badge>
            ) : (
              <ByWrapping
                className="flex"
                render={(wrapping) => <Badge tone="free">{vol2Subtitle(facts, wrapping)}</Badge>}
              />
            )}
          </div>
          <ProductTitle>{copy.title}</ProductTitle>
        </div>
      }
      gallery={
        <Gallery
          title={copy.title}
          ground={isVol1 ? 'bg-line' : 'bg-midnight'}
          {...boxSlides(box, copy.title, choice, field)}
          request={choice}
        />
      }
      notice={
        isVol1 ? (
          <LimitedEdition facts={facts} isSoldOut={box.offers.every(({ isSoldOut }) => isSoldOut)} />
        ) : null
      }
      form={form}
      onChange={handleChange}
      isRefused={isRefused}
      choices={
        <>
          <OptionStep box={box} />
          {needsEdition(product, market) ? <EditionStep box={box} /> : null}
          {hasWrapping ? <WrappingStep box={box} /> : null}
        </>
      }
      buy={{
        renderTotal: (place) => <Totals offers={box.offers} hasEnvelope={hasWrapping} place={place} />,
        renderNote: hasWrapping
          ? (place) => <ByWrapping render={place === 'bar' ? boxGoesToShort : boxGoesTo} />
          : undefined,
        label: isVol1 ? 'Add to Cart' : 'Order Now',
      }}
      warning={<SafetyWarning copy={copy} />}
    >
      {isVol1 ? (
        <>
          <MadeByHand facts={facts} />
          <NextVolumeTeaser facts={facts} />
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
export default memoPage(BoxPage)
