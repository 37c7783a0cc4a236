import { useLocation } from 'react-router'
import { BUNDLE } from '#app/content/bundle-words.ts'
import { bundleOffers, soldOutWands, validateBundle } from '#app/models/bundle.ts'
import { MARKETS } from '#app/models/market.ts'
import { choiceRefused } from '#app/models/messages.ts'
import { CartForm } from '../cart/cart-form.tsx'
import { useAddToCartForm } from '../cart/client/hooks.tsx'
import { showToast } from '../page/toast-store.ts'
import { useShop } from '../page/use-shop.ts'
import { Button, type ButtonProps } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Lede } from '../ui/section.tsx'
import { BundleBar } from './bundle-bar.tsx'
import { BundleCase } from './bundle-case.tsx'
import { BundleDetails } from './bundle-more.tsx'
import { BundleStep, SizeCard, WandCheckboxes } from './bundle-steps.tsx'
import { CompleteMessage, NextStepMessage, WandCount } from './bundle-texts.tsx'
import { BackToShop, type ProductPageData, ProductTitle } from './product-layout.tsx'
import { useBundle } from './use-bundle.ts'

const START_OVER_FORM = 'start-over'

/** Clears size and wands; without JavaScript by loading the page without a size. Spec: 4 Bundle flow */
function StartOver({
  onStartOver,
  ...appearance
}: { onStartOver: () => void } & Pick<ButtonProps, 'variant' | 'className'>) {
  return (
    <Button
      {...appearance}
      form={START_OVER_FORM}
      onClick={(event) => {
        event.preventDefault()
        onStartOver()
      }}
    >
      <Icon name="retry" /> Start Over
    </Button>
  )
}

/**
 * A form to choose a size, then that many wands. The rules are enforced here while choosing, and again by the cart.
 * A wand that is sold out singly is in no bundle; all six, which would hold it, say so.
 * Spec: 4 Bundle flow
 */
export default function BundleBuilder({ product, wands }: Pick<ProductPageData, 'product' | 'wands'>) {
  const { pathname } = useLocation()
  const { market } = useShop()
  const { form, selection, onChange, startOver } = useBundle()
  const add = useAddToCartForm({ onAdded: startOver })
  const offers = bundleOffers(product, wands, MARKETS[market].currencyCode)
  const soldOut = soldOutWands(wands)
  const bundle = validateBundle(selection)

  /** Says what is missing, and leads there. */
  function tellNextStep() {
    if (bundle.ok) return
    showToast(choiceRefused(bundle.error, selection.size))
    const next = selection.size === null ? 'input[name=size]' : 'input[name=wands]:not(:checked, :disabled)'
    form.current?.querySelector<HTMLElement>(next)?.focus()
  }

  return (
    <div data-choices>
      <BackToShop />
      <div className="flex flex-col">
        <CartForm
          fields={{ intent: 'add', handle: product.handle }}
          ref={form}
          // Its bar stands below what follows the form.
          className="contents"
          onChange={onChange}
          onSubmit={(event) => {
            if (bundle.ok) return add.onSubmit(event)
            event.preventDefault()
            tellNextStep()
          }}
        >
          {/* The case stays in view while it is filled: beside the choices, or above them. */}
          <div className="wrap gap-x-column pt-3 lg:grid lg:grid-cols-6-5 lg:items-start">
            <BundleCase
              size={selection.size}
              className="z-2 max-lg:-mx-gutter max-lg:h-[clamp(8rem,24svh,16rem)] sticky top-(--top-height) lg:top-below-bar lg:aspect-square lg:max-w-[max(20rem,100svh-var(--top-height)-10rem)] lg:mx-auto lg:w-full lg:rounded-board low-window:static!"
            />
            <div className="min-w-0 max-lg:pt-6">
              <ProductTitle>{BUNDLE.title}</ProductTitle>
              <Lede className="mt-4 text-quiet">{BUNDLE.text}</Lede>
              <BundleStep title={BUNDLE.size}>
                <div className="mt-6 grid grid-cols-2 gap-gap max-xs:gap-2 max-2xs:grid-cols-1 lg:gap-3">
                  {offers.map((offer) => (
                    <SizeCard
                      key={offer.size}
                      offer={offer}
                      isChecked={offer.size === selection.size}
                      soldOut={soldOut}
                    />
                  ))}
                </div>
              </BundleStep>
              <BundleStep title={BUNDLE.wands}>
                <div className="mt-2 mb-4 flex items-baseline justify-between gap-4 max-2xs:flex-wrap">
                  <span className="text-sm text-quiet" aria-live="polite">
                    <WandCount /> chosen. <NextStepMessage /> <CompleteMessage />
                  </span>
                  <StartOver variant="link" className="whitespace-nowrap md:hidden" onStartOver={startOver} />
                </div>
                <WandCheckboxes selection={selection} soldOut={soldOut} />
              </BundleStep>
            </div>
          </div>
          <BundleBar offers={offers} isComplete={bundle.ok} isBusy={add.isBusy} onEarlyPress={tellNextStep}>
            <StartOver variant="ghost" className="max-md:hidden" onStartOver={startOver} />
          </BundleBar>
        </CartForm>
        <BundleDetails wands={wands} title={product.title} />
      </div>
      {/* The bundle's form would submit its choices too. */}
      <form id={START_OVER_FORM} method="get" action={pathname}>
        <input type="hidden" name="size" value="" />
      </form>
    </div>
  )
}
