/** What the product's picture is called while it moves from a list to its page, as in `styles/page-transition.css`. */
const NAME = 'product-picture'

const STILL = '(prefers-reduced-motion: reduce)'

let running: ViewTransition | null = null
let isWanted = false

/** Called where there is power to spare: elsewhere the picture of the old page takes longer than it is worth. */
export function allowPageTransitions(): void {
  isWanted = true
}

/** Whether the browser can, the visitor wants it, and nothing lies over the page. */
function mayMove(): boolean {
  return (
    isWanted &&
    typeof document.startViewTransition === 'function' &&
    document.visibilityState === 'visible' &&
    !matchMedia(STILL).matches &&
    document.querySelector('dialog[open]') === null
  )
}

function isInSight({ top, bottom }: DOMRect): boolean {
  return bottom > 0 && top < innerHeight
}

/** The picture of a product in a list on this page, where it can be seen. */
function pictureOf(path: string): HTMLElement | null {
  const link = document.querySelector(`main li a[href="${CSS.escape(path)}"]`)
  const picture = link?.closest('li')?.querySelector<HTMLElement>('.art')
  return picture && isInSight(picture.getBoundingClientRect()) ? picture : null
}

const LIST = /^\/(us|uk)(\/products)?\/?$/

/** The stage of a product's page, likewise. */
function stageHere(): HTMLElement | null {
  const stage = document.querySelector<HTMLElement>('.page-product .stage')
  return stage && isInSight(stage.getBoundingClientRect()) ? stage : null
}

function setName(picture: HTMLElement | null, name: string): void {
  if (picture) picture.style.viewTransitionName = name
}

/**
 * Shows the next page, and lets the picture of a product go along from its card to its page and back. All other pages,
 * and those where this can't be had or isn't wanted, simply change: while a transition runs, nothing can be pressed.
 * @param from path of the page that is shown
 * @param show puts the next page into the document, at once
 */
export function showPage(from: string, to: string, show: () => void): void {
  running?.skipTransition()
  running = null
  const left = mayMove() ? (pictureOf(to) ?? (LIST.test(to) ? stageHere() : null)) : null
  if (left === null) {
    show()
    return
  }
  let arrived: HTMLElement | null = null
  setName(left, NAME)
  const transition = document.startViewTransition(() => {
    show()
    setName(left, '')
    arrived = stageHere() ?? pictureOf(from)
    setName(arrived, NAME)
  })
  running = transition
  // Skipped for another page, or taking too long: the page is there all the same.
  transition.ready.catch(() => undefined)
  transition.finished
    .catch(() => undefined)
    .then(() => {
      setName(arrived, '')
      if (running === transition) running = null
    })
}
