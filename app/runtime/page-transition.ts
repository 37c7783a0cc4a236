/**
 * `view-transition-name` of the product picture between list and product page, as in `styles/page-transition.css`.
 */
const NAME = 'product-picture'

const REDUCED_MOTION = '(prefers-reduced-motion: reduce)'

let running: ViewTransition | null = null
let isAllowed = false

/** Called on fast devices: on others, capturing the old page takes longer than the transition is worth. */
export function allowPageTransitions(): void {
  isAllowed = true
}

/** Whether the browser supports transitions, the visitor wants motion, and no dialog covers the page. */
function canTransition(): boolean {
  return (
    isAllowed &&
    typeof document.startViewTransition === 'function' &&
    document.visibilityState === 'visible' &&
    !matchMedia(REDUCED_MOTION).matches &&
    document.querySelector('dialog[open]') === null
  )
}

function isInViewport({ top, bottom }: DOMRect): boolean {
  return bottom > 0 && top < innerHeight
}

/** The visible picture of a product in a list on this page. */
function findCardPicture(path: string): HTMLElement | null {
  const link = document.querySelector(`main li a[href="${CSS.escape(path)}"]`)
  const picture = link?.closest('li')?.querySelector<HTMLElement>('.art')
  return picture && isInViewport(picture.getBoundingClientRect()) ? picture : null
}

const LIST = /^\/(us|uk)(\/products)?\/?$/

/** The visible picture of this product page. */
function findProductPicture(): HTMLElement | null {
  const picture = document.querySelector<HTMLElement>('.page-product .stage')
  return picture && isInViewport(picture.getBoundingClientRect()) ? picture : null
}

function setName(picture: HTMLElement | null, name: string): void {
  if (picture) picture.style.viewTransitionName = name
}

/**
 * Shows the next page, with a view transition of the product picture between a list and a product page. All other
 * navigations, and those where `canTransition` is false, are instant: a running transition blocks input.
 * @param from path of the current page
 * @param to path of the next page
 * @param show renders the next page synchronously
 */
export function showPageWithTransition(from: string, to: string, show: () => void): void {
  running?.skipTransition()
  running = null
  const oldPicture = canTransition()
    ? (findCardPicture(to) ?? (LIST.test(to) ? findProductPicture() : null))
    : null
  if (oldPicture === null) {
    show()
    return
  }
  let newPicture: HTMLElement | null = null
  setName(oldPicture, NAME)
  const transition = document.startViewTransition(() => {
    show()
    setName(oldPicture, '')
    newPicture = findProductPicture() ?? findCardPicture(from)
    setName(newPicture, NAME)
  })
  running = transition
  // Rejects when the transition is skipped or times out. The page is shown in any case.
  transition.ready.catch(() => undefined)
  transition.finished
    .catch(() => undefined)
    .then(() => {
      setName(newPicture, '')
      if (running === transition) running = null
    })
}
