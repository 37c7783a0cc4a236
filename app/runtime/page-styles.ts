import { type PagePlan, PLAN_ID } from './page-plan.ts'

/**
 * The stylesheets that a page came with stand in its middle or at its end. They stay there when the page is taken over,
 * because bringing them to the head makes the browser style and lay out everything again; that is done when somebody is
 * about to go on to another page, where the place in the middle is no more.
 */

const SIGNS = ['pointerdown', 'pointerover', 'keydown', 'focusin', 'click', 'submit'] as const
const isBrowser = typeof document !== 'undefined'

function readFirst(): readonly string[] {
  const plan = isBrowser && document.getElementById(PLAN_ID)?.textContent
  return plan ? (JSON.parse(plan) as PagePlan).styles : []
}

/** Stylesheets that the page came with. */
export const firstStyles: readonly string[] = readFirst()

let isPlaced = !isBrowser
let isHeld = false

/** For the one place on the page that has the stylesheets while it is taken over; nothing for any other. */
export function placeStyles(): readonly string[] {
  if (isPlaced) return []
  isPlaced = true
  return firstStyles
}

/** Brings the stylesheets to the head; settles when they count. */
async function holdStyles(): Promise<void> {
  const links = firstStyles.map((href) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = href
    return link
  })
  const loaded = links.map(
    (link) => new Promise((resolve) => Object.assign(link, { onload: resolve, onerror: resolve })),
  )
  document.head.querySelector('style')?.after(...links)
  await Promise.all(loaded)
}

/** Waits for a sign that somebody may go on, and tells when the head has the stylesheets. */
export function holdStylesInTime(onHeld: () => void): () => void {
  const isLink = (event: Event) => event.target instanceof Element && event.target.closest('a[href]') !== null
  function begin(event?: Event) {
    if (isHeld || (event?.type === 'pointerover' && !isLink(event))) return
    isHeld = true
    stop()
    void holdStyles().then(onHeld)
  }
  function stop() {
    for (const sign of SIGNS) removeEventListener(sign, begin, true)
    removeEventListener('popstate', begin as () => void, true)
  }
  for (const sign of SIGNS) addEventListener(sign, begin, { capture: true, passive: true })
  addEventListener('popstate', begin as () => void, true)
  return stop
}
