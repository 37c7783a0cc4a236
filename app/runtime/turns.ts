/**
 * Taking over a page in parts, each in a task of its own, so that a slow device can answer its visitor between them.
 * Every part of the page stands there finished and works as links and forms do; its turn only wakes it.
 */

export type Turn = { readonly come: Promise<void>; isHere: boolean }

const queue: (() => void)[] = []
/** Where in the queue the next part has its place: those inside a part come right after it. */
let place = 0
let isTakingOver = false
let isUrgent = false

/** A place in the queue, for a part of the page that is being taken over; null at all other times. */
export function takeTurn(): Turn | null {
  if (!isTakingOver) return null
  const turn: Turn = {
    isHere: false,
    come: new Promise((begin) => {
      queue.splice(place++, 0, () => {
        turn.isHere = true
        begin()
      })
    }),
  }
  return turn
}

/** From here on parts of the page wait for their turn. */
export function openTurns(): void {
  isTakingOver = true
}

/** Lets the browser do what it has to do, as paint and answer its visitor. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}

/** Lets one part after the other have its turn; settles when all have had theirs. */
export async function runTurns(): Promise<void> {
  const hurry = () => {
    isUrgent = true
  }
  const signs = ['pointerdown', 'keydown'] as const
  for (const sign of signs) addEventListener(sign, hurry, { capture: true, passive: true })
  for (let begin = queue.shift(); begin; begin = queue.shift()) {
    // Whoever has begun to use the page waits for all of it anyway.
    if (!isUrgent) await nextTask()
    place = 0
    begin()
    // What it woke is rendered before the next one, which keeps the order of the document.
    await Promise.resolve()
    await Promise.resolve()
  }
  isTakingOver = false
  for (const sign of signs) removeEventListener(sign, hurry, { capture: true })
}
