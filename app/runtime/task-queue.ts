import { whenIdle } from './idle.ts'

/**
 * Hydrates or renders a page in parts, each in a task of its own, so that a slow device can respond to input
 * between them.
 *
 * A page that came as a document is hydrated part by part; its links and forms work before that. A page shown by a
 * client navigation renders what is above the fold first, and the parts below it after the first paint.
 * Decision: docs/decisions/012-progressive-hydration.md
 */

export type QueuedTask = {
  /** Settles when the task may run. */
  readonly started: Promise<void>
  hasStarted: boolean
  /** True for a client render; false where markup from the server waits to be hydrated. */
  readonly isRender: boolean
}

const queue: (() => void)[] = []
/** Parts without event handlers: hydrated when idle, after all others, in document order. */
const staticParts: (() => void)[] = []
/** Where the next task is inserted: parts nested in a part come right after it. */
let insertAt = 0
let isHydrating = false
let isShowingPage = false
let isUrgent = false
let stopWaiting = () => {}
/** Counts the pages shown, so that the tasks of one page end where the next page begins. */
let pageNumber = 0

/**
 * Adds a part of the page to the queue while the page is being hydrated or shown.
 * @param isAboveFold rendered at once when the page is shown by a client navigation
 * @param isStatic without event handlers, except for links, which the document handles
 * @returns null when the part is to be rendered at once
 */
export function enqueueTask(isAboveFold: boolean, isStatic = false): QueuedTask | null {
  if (!isHydrating && (!isShowingPage || isAboveFold)) return null
  const task: QueuedTask = {
    hasStarted: false,
    isRender: !isHydrating,
    started: new Promise((resolve) => {
      const start = () => {
        task.hasStarted = true
        resolve()
      }
      if (isHydrating && isStatic) staticParts.push(start)
      else queue.splice(insertAt++, 0, start)
    }),
  }
  return task
}

/** Adds a part to the queue where a page is shown by a client navigation, never while one is hydrated. */
export function enqueueRenderTask(): QueuedTask | null {
  return isHydrating ? null : enqueueTask(false)
}

/** From here on, parts that render are queued. */
export function startHydration(): void {
  isHydrating = true
}

type Scheduler = { postTask: (run: () => void, options: { priority: 'user-blocking' }) => Promise<void> }

/** Yields to the browser. Painting may wait until the page's tasks are done, as these are short. */
export function nextTask(): Promise<void> {
  const { scheduler } = window as { scheduler?: Scheduler }
  // Nested timers are clamped to 4 ms.
  return scheduler
    ? scheduler.postTask(() => undefined, { priority: 'user-blocking' })
    : new Promise((resolve) => setTimeout(resolve))
}

/** Settles when what was just rendered has been painted; after 300 ms where nothing is painted, or on input. */
function nextPaint(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))
    setTimeout(resolve, 300)
    stopWaiting = resolve
  })
}

/** Somebody who has begun to use the page waits for all of it anyway. */
function runWithoutYielding(): void {
  isUrgent = true
  stopWaiting()
}

const INPUT_EVENTS = ['pointerdown', 'keydown'] as const

/** Runs `work`; as soon as there is input, what is left of the queue runs in one task. */
async function whileWatchingInput(work: () => Promise<void>): Promise<void> {
  isUrgent = false
  for (const type of INPUT_EVENTS)
    addEventListener(type, runWithoutYielding, { capture: true, passive: true })
  try {
    await work()
  } finally {
    for (const type of INPUT_EVENTS) removeEventListener(type, runWithoutYielding, { capture: true })
  }
}

/** Runs the queue, one part in each task, unless another page is shown meanwhile. */
async function runQueue(): Promise<void> {
  const page = pageNumber
  while (queue.length > 0 && page === pageNumber) {
    if (!isUrgent) await nextTask()
    insertAt = 0
    queue.shift()?.()
    // What it started is rendered before the next part, which keeps document order.
    await Promise.resolve()
    await Promise.resolve()
  }
}

/** Hydrates the queued parts, one in each task. Settles when all but the static ones are hydrated. */
export async function runHydrationQueue(): Promise<void> {
  try {
    await whileWatchingInput(runQueue)
  } finally {
    isHydrating = false
  }
}

/** Hydrates static parts whenever the browser is idle: until the page changes, nobody sees a difference. */
export function hydrateStaticParts(): void {
  const next = () => {
    const start = staticParts.shift()
    if (!start) return
    start()
    whenIdle(next)
  }
  whenIdle(next)
}

/** Viewports where the sections of a page stack, so that the first screenful is a small part of it. */
const NARROW = '(width <= 30rem)'

/**
 * Shows another page; on narrow viewports first what is above the fold, the parts below it after the first paint.
 * @param show renders the page synchronously
 * @param isAtOnce true where nothing may come later, as the page is shown scrolled down
 * @returns settles when the whole page is rendered
 */
export async function showInTasks(show: () => void, isAtOnce: boolean): Promise<void> {
  if (isHydrating) return show()
  pageNumber++
  // Parts of the page before that still wait are rendered with this page, or unmounted.
  for (const start of [...queue.splice(0), ...staticParts.splice(0)]) start()
  isShowingPage = !isAtOnce && matchMedia(NARROW).matches
  insertAt = 0
  show()
  isShowingPage = false
  if (queue.length === 0) return
  const page = pageNumber
  // Keeps the footer out of sight until the main part has its full height.
  const main = document.getElementById('main')
  main?.style.setProperty('min-height', '200vh')
  await whileWatchingInput(async () => {
    await nextPaint()
    if (page === pageNumber) await runQueue()
  })
  if (page === pageNumber) main?.style.removeProperty('min-height')
}
