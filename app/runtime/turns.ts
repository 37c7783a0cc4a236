import { whenIdle } from './idle.ts'

/**
 * Pages in parts, each in a task of its own, so that a slow device can answer its visitor between them.
 *
 * Of a page that came as a document, each part is hydrated in its turn; links and forms work before that. Of a page that is
 * shown after another one, the parts below the first screenful are rendered after that has been painted.
 */

export type Turn = {
  readonly come: Promise<void>
  isHere: boolean
  /** Whether there is nothing of the part yet. */
  readonly isNew: boolean
}

const queue: (() => void)[] = []
/** Parts that answer nobody: they come when the page has been taken over, in the order of the document. */
const still: (() => void)[] = []
/** Where in the queue the next part has its place: those inside a part come right after it. */
let place = 0
let isTakingOver = false
let isArriving = false
let isUrgent = false
let stopWaiting = () => {}
/** Counts pages, so that the turns of one end where the next one's begin. */
let pages = 0

/**
 * A place in the queue, for a part of the page that is being taken over or shown anew; null at all other times.
 * @param isFirst whether the part is among what is seen first
 * @param isStill whether nothing in the part answers anybody, but for links, which belong to the document
 */
export function takeTurn(isFirst: boolean, isStill = false): Turn | null {
  if (!isTakingOver && (!isArriving || isFirst)) return null
  const mayWait = isTakingOver && isStill
  const turn: Turn = {
    isHere: false,
    isNew: !isTakingOver,
    come: new Promise((begin) => {
      const take = () => {
        turn.isHere = true
        begin()
      }
      if (mayWait) still.push(take)
      else queue.splice(place++, 0, take)
    }),
  }
  return turn
}

/** A place in the queue where a page is shown anew, and nowhere else. */
export function takeNewTurn(): Turn | null {
  return isTakingOver ? null : takeTurn(false)
}

/** From here on parts of the page wait for their turn. */
export function openTurns(): void {
  isTakingOver = true
}

type Scheduler = { postTask: (run: () => void, options: { priority: 'user-blocking' }) => Promise<void> }

/** Lets the browser answer its visitor. What it has to paint may wait for the tasks of a page, which are short. */
export function nextTask(): Promise<void> {
  const { scheduler } = window as { scheduler?: Scheduler }
  // A timer that is set by another one, and so on, is made to wait 4 ms.
  return scheduler
    ? scheduler.postTask(() => undefined, { priority: 'user-blocking' })
    : new Promise((resolve) => setTimeout(resolve))
}

/** Settles when what has just been rendered can be seen; soon enough where nothing is painted, or somebody is in a hurry. */
function nextPaint(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))
    setTimeout(resolve, 300)
    stopWaiting = resolve
  })
}

/** Whoever has begun to use the page waits for all of it anyway. */
function hurry(): void {
  isUrgent = true
  stopWaiting()
}

const SIGNS = ['pointerdown', 'keydown'] as const

/** Does something during which a visitor who presses something has all parts at once. */
async function whileWatchingInput(act: () => Promise<void>): Promise<void> {
  isUrgent = false
  for (const sign of SIGNS) addEventListener(sign, hurry, { capture: true, passive: true })
  try {
    await act()
  } finally {
    for (const sign of SIGNS) removeEventListener(sign, hurry, { capture: true })
  }
}

/** Lets one part after the other have its turn, unless another page is shown meanwhile. */
async function runQueue(): Promise<void> {
  const page = pages
  while (queue.length > 0 && page === pages) {
    if (!isUrgent) await nextTask()
    place = 0
    queue.shift()?.()
    // What it began is rendered before the next one, which keeps the order of the document.
    await Promise.resolve()
    await Promise.resolve()
  }
}

/** Lets one part after the other have its turn; settles when all have had theirs. */
export async function runTurns(): Promise<void> {
  try {
    await whileWatchingInput(runQueue)
  } finally {
    isTakingOver = false
  }
}

/** Takes over what answers nobody, a part whenever the browser has time: until a page changes, nobody sees a difference. */
export function takeOverStillParts(): void {
  const next = () => {
    const take = still.shift()
    if (!take) return
    take()
    whenIdle(next)
  }
  whenIdle(next)
}

/** Where the parts of a narrow page lie below each other, and the first screenful is a small part of it. */
const NARROW = '(width <= 30rem)'

/**
 * Shows another page, on narrow screens in turns: at once what is seen first, the parts below it after that.
 * @param show renders the page, at once
 * @param isWhole where nothing may come later, as the page is shown at a place further down
 * @returns settles when all of the page is there
 */
export async function arrive(show: () => void, isWhole: boolean): Promise<void> {
  if (isTakingOver) return show()
  pages++
  // Parts of the page before that are still waiting come with this one, or go.
  for (const begin of [...queue.splice(0), ...still.splice(0)]) begin()
  isArriving = !isWhole && matchMedia(NARROW).matches
  place = 0
  show()
  isArriving = false
  if (queue.length === 0) return
  const page = pages
  // What follows the page's main part is not seen in its place.
  const main = document.getElementById('main')
  main?.style.setProperty('min-height', '200vh')
  await whileWatchingInput(async () => {
    await nextPaint()
    if (page === pages) await runQueue()
  })
  if (page === pages) main?.style.removeProperty('min-height')
}
